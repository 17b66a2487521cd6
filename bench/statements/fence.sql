SELECT
    binding.kind, binding.audience, binding."grant", binding.status, binding.id, binding.project_id, binding.provider,
    binding.connection, binding.provider_app, binding.operator, binding.conversation, binding.executor_id,
    binding.replaced_by, binding.revoked_at,
    project.status AS project_status, project."grant" AS project_grant, sharing.workspaces,
    found.executor_id AS session_executor_id, found.channel_id, found.goal_id, found.source_id,
    found.id AS session_id, found.title, found.path, found.root_session_id, found.project_id AS session_project_id,
    found.status AS session_status, found.last_activity_at, found.created_at,
    found.current_turn_id, found.current_turn_status, found.current_turn_waiting_for
FROM bindings AS binding
LEFT JOIN projects AS project ON project.user_id = $1 AND project.app_id = $2 AND project.id = binding.project_id
CROSS JOIN LATERAL (
    SELECT count(*) AS workspaces
    FROM projects AS other
    WHERE other.user_id = $1 AND other.app_id = $2 AND other.status = 'ACTIVE' AND other.workspace = project.workspace
) AS sharing
LEFT JOIN LATERAL (
    (
        SELECT *
        FROM sessions
        WHERE
            user_id = $1 AND app_id = $2 AND NOT deleted AND NOT project_deleted AND binding_id = binding.id
            AND status = 'OPEN'
        ORDER BY last_activity_at DESC, id DESC
        LIMIT 1000
    )
    UNION ALL
    (
        SELECT *
        FROM sessions
        WHERE
            user_id = $1 AND app_id = $2 AND NOT deleted AND NOT project_deleted AND binding_id = binding.id
            AND status = 'CLOSED'
        ORDER BY last_activity_at DESC, id DESC
        LIMIT 1
    )
) AS found ON true
WHERE binding.user_id = $1 AND binding.app_id = $2 AND binding.id = $3
ORDER BY found.last_activity_at DESC, found.id DESC
