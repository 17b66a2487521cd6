SELECT page.*
FROM projects
LEFT JOIN LATERAL (
    SELECT
        id, title, path, root_session_id, project_id, status, last_activity_at, created_at,
        current_turn_id, current_turn_status, current_turn_waiting_for
    FROM sessions
    WHERE user_id = $1 AND app_id = $2 AND NOT deleted AND NOT project_deleted AND project_id = projects.id
    ORDER BY last_activity_at DESC, id DESC
    LIMIT 10001
) AS page ON true
WHERE projects.user_id = $1 AND projects.app_id = $2 AND projects.id = $3 AND projects.status = 'ACTIVE'
ORDER BY page.last_activity_at DESC, page.id DESC
