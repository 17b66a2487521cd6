-- The rows of the benchmark. Settings: bench.sessions, bench.owners, bench.heavy (sessions of the owner with most).
-- Instants are microseconds apart and scattered over a year, rows lie in the order in which they were created, and every
-- fourth session of an owner is the root of the three that follow.

SELECT setseed(0.5);

CREATE TEMPORARY TABLE placed AS
SELECT
    user_id,
    place,
    CASE user_id
        WHEN 'desk' THEN CASE WHEN place < 100 THEN 'whole' ELSE 'bound' END
        WHEN 'heavy' THEN 'project-' || place / 4 % 20
        ELSE 'project-' || place / 4 % 2
    END AS project_id,
    'ses_' || left(md5(user_id || '/' || place), 24) AS id,
    'ses_' || left(md5(user_id || '/' || place - place % 4), 24) AS root_id,
    'trn_' || left(md5(user_id || '/' || place), 24) AS turn_id,
    timestamptz '2026-01-01 00:00:00.123457Z' + random() * interval '365 days' AS created_at
FROM (
    SELECT 'heavy', generate_series(0, current_setting('bench.heavy')::int - 1)
    UNION ALL
    SELECT 'desk', generate_series(0, 149)
    UNION ALL
    SELECT 'owner-' || n % (current_setting('bench.owners')::int - 2), n / (current_setting('bench.owners')::int - 2)
    FROM generate_series(
        0, current_setting('bench.sessions')::int - current_setting('bench.heavy')::int - 150 - 1
    ) AS n
) AS of_owner (user_id, place);

INSERT INTO projects (user_id, app_id, id, name, status, workspace, "grant")
SELECT DISTINCT user_id, 'bench', project_id, initcap(project_id), 'ACTIVE', 'workspace-' || project_id, 'WRITE'
FROM placed;

INSERT INTO bindings (
    user_id, app_id, id, project_id, kind, audience, provider, connection, provider_app, operator, conversation,
    executor_id, "grant", status
)
VALUES (
    'desk', 'bench', 'binding', 'bound', 'PROJECT', 'PRIVATE', 'bench', 'connection', 'app', 'operator', 'chat',
    'executor', 'WRITE', 'ACTIVE'
);

-- Foreign keys hold by construction; checking each of them would take most of the time.
SET session_replication_role = replica;

INSERT INTO sessions (
    user_id, app_id, id, project_id, parent_id, root_session_id, name, path, title, status, queue_paused,
    executor_id, channel_id, binding_id, source_id, created_at, last_activity_at,
    current_turn_id, current_turn_status, current_turn_waiting_for
)
SELECT
    user_id,
    'bench',
    id,
    project_id,
    CASE WHEN place % 4 > 0 THEN root_id END,
    root_id,
    CASE place % 4 WHEN 0 THEN 'root' ELSE 'step-' || place % 4 END,
    CASE place % 4 WHEN 0 THEN '/root' ELSE '/root/step-' || place % 4 END,
    CASE
        WHEN place % 7 = 3 THEN NULL
        WHEN place % 11 = 5 THEN '整理 "naïve" résumé № ' || place
        ELSE 'Make the ' || (ARRAY['import', 'search', 'page', 'queue', 'report'])[1 + place % 5] || ' of release '
            || place || ' ' || (ARRAY['faster', 'simpler', 'safe to repeat'])[1 + place % 3]
    END,
    CASE
        WHEN bound THEN CASE place WHEN 108 THEN 'OPEN' ELSE 'CLOSED' END
        ELSE (ARRAY['OPEN', 'OPEN', 'OPEN', 'CLOSED', 'CLOSED', 'ARCHIVED'])[1 + place % 6]
    END,
    false,
    CASE WHEN bound THEN 'executor' END,
    CASE WHEN bound THEN 'project.external.binding.source' END,
    CASE WHEN bound THEN 'binding' END,
    CASE WHEN bound THEN 'source' END,
    created_at,
    created_at + random() * random() * interval '30 days',
    CASE WHEN place % 5 > 0 THEN turn_id END,
    CASE WHEN place % 5 > 0 THEN turn_status END,
    CASE turn_status WHEN 'WAITING' THEN (ARRAY['APPROVAL', 'ANSWER', 'COOPERATION'])[1 + place % 3] END
FROM (
    SELECT
        *,
        user_id = 'desk' AND place BETWEEN 108 AND 111 AS bound,
        (ARRAY[NULL, 'RUNNING', 'WAITING', 'COMPLETED', 'FAILED'])[1 + place % 5] AS turn_status
    FROM placed
) AS described
ORDER BY created_at;

INSERT INTO turns (user_id, app_id, id, session_id, status, waiting_for, created_at, finished_at)
SELECT
    user_id,
    app_id,
    current_turn_id,
    id,
    current_turn_status,
    current_turn_waiting_for,
    last_activity_at,
    CASE WHEN current_turn_status IN ('COMPLETED', 'FAILED') THEN last_activity_at END
FROM sessions
WHERE current_turn_id IS NOT NULL
ORDER BY created_at;

RESET session_replication_role;
DROP TABLE placed;
