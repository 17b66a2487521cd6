SELECT
    kind, audience, "grant", status, id, project_id, provider, connection, provider_app, operator, conversation,
    executor_id, replaced_by, revoked_at
FROM bindings
WHERE user_id = $1 AND app_id = $2 AND id = $3
