-- What PostGraphile serves: the sessions of the owner that pgSettings name, flat, by functions with the floor's SQL.
DROP SCHEMA IF EXISTS postgraphile CASCADE;
CREATE SCHEMA postgraphile;

CREATE VIEW postgraphile.sessions AS
SELECT
    id AS session_id, title, path, root_session_id, project_id, status, last_activity_at, created_at,
    current_turn_id, current_turn_status, current_turn_waiting_for
FROM public.sessions
WHERE
    user_id = current_setting('jwt.claims.sub') AND app_id = current_setting('jwt.claims.app')
    AND NOT deleted AND NOT project_deleted;

CREATE FUNCTION postgraphile.first_sessions() RETURNS SETOF postgraphile.sessions LANGUAGE sql STABLE
BEGIN ATOMIC
    SELECT * FROM postgraphile.sessions ORDER BY last_activity_at DESC, session_id DESC LIMIT 11;
END;

CREATE FUNCTION postgraphile.sessions_after(instant timestamptz, id text) RETURNS SETOF postgraphile.sessions
LANGUAGE sql STABLE
BEGIN ATOMIC
    SELECT * FROM postgraphile.sessions
    WHERE (last_activity_at, session_id) < (instant, id)
    ORDER BY last_activity_at DESC, session_id DESC
    LIMIT 11;
END;

CREATE FUNCTION postgraphile.project_sessions() RETURNS SETOF postgraphile.sessions LANGUAGE sql STABLE
BEGIN ATOMIC
    SELECT * FROM postgraphile.sessions
    WHERE project_id = (
        SELECT id FROM public.projects
        WHERE
            user_id = current_setting('jwt.claims.sub') AND app_id = current_setting('jwt.claims.app')
            AND id = current_setting('jwt.claims.project') AND status = 'ACTIVE'
    )
    ORDER BY last_activity_at DESC, session_id DESC
    LIMIT 10001;
END;

CREATE VIEW postgraphile.bound AS
SELECT
    binding.id AS conversation_binding_id, binding.kind, found.channel_id, found.goal_id, now() AS verified_at,
    found.id AS session_id, found.title, found.path, found.root_session_id, found.project_id, found.status,
    found.last_activity_at, found.created_at,
    found.current_turn_id, found.current_turn_status, found.current_turn_waiting_for
FROM public.bindings AS binding
JOIN public.projects AS project ON
    project.user_id = binding.user_id AND project.app_id = binding.app_id AND project.id = binding.project_id
JOIN public.sessions AS found ON
    found.user_id = binding.user_id AND found.app_id = binding.app_id AND found.binding_id = binding.id
WHERE
    binding.user_id = current_setting('jwt.claims.sub') AND binding.app_id = current_setting('jwt.claims.app')
    AND binding.status = 'ACTIVE' AND binding.audience = 'PRIVATE'
    AND project.status = 'ACTIVE' AND (binding."grant" = 'READ' OR project."grant" = 'WRITE')
    AND NOT found.deleted AND NOT found.project_deleted AND found.status = 'OPEN'
    AND found.project_id = binding.project_id AND found.executor_id = binding.executor_id
    AND found.goal_id IS NOT DISTINCT FROM CASE binding.kind WHEN 'STEWARD' THEN 'loopx-manager' END
    AND found.channel_id = CASE binding.kind
        WHEN 'PROJECT' THEN 'project.external' ELSE 'manager.external.native'
    END || '.' || binding.id || '.' || found.source_id
    AND (
        SELECT count(*) FROM public.projects AS other
        WHERE
            other.user_id = project.user_id AND other.app_id = project.app_id AND other.status = 'ACTIVE'
            AND other.workspace = project.workspace
    ) <= 1;

CREATE FUNCTION postgraphile.bound_session(id text) RETURNS SETOF postgraphile.bound LANGUAGE sql STABLE
BEGIN ATOMIC
    SELECT * FROM postgraphile.bound WHERE conversation_binding_id = id LIMIT 2;
END;

COMMENT ON FUNCTION postgraphile.first_sessions IS '@behavior -connection +list';
COMMENT ON FUNCTION postgraphile.sessions_after IS '@behavior -connection +list';
COMMENT ON FUNCTION postgraphile.project_sessions IS '@behavior -connection +list';
COMMENT ON FUNCTION postgraphile.bound_session IS '@behavior -connection +list';
