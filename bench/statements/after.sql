SELECT
    id, title, path, root_session_id, project_id, status, last_activity_at, created_at,
    current_turn_id, current_turn_status, current_turn_waiting_for
FROM sessions
WHERE user_id = $1 AND app_id = $2 AND NOT deleted AND NOT project_deleted AND (last_activity_at, id) < ($3, $4)
ORDER BY last_activity_at DESC, id DESC
LIMIT 11
