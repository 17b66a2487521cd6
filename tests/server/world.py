"""Rows for tests of the server: Ada's run `run` in the app `desk`, of which everything holds."""

LIVE_RUN = """
    INSERT INTO projects (user_id, app_id, id, status, "grant") VALUES
        ('ada', 'desk', 'garden', 'ACTIVE', 'READ'), ('ada', 'desk', 'house', 'ACTIVE', 'READ');
    INSERT INTO sessions (user_id, app_id, id, project_id, parent_id, root_session_id, name, path, status,
                          queue_paused, created_at, last_activity_at) VALUES
        ('ada', 'desk', 'roses', 'garden', NULL, 'roses', 'root', '/root', 'OPEN', false, now(), now()),
        ('ada', 'desk', 'other', 'garden', NULL, 'other', 'root', '/root', 'OPEN', false, now(), now());
    INSERT INTO turns (user_id, app_id, id, session_id, status, current_run_id, created_at) VALUES
        ('ada', 'desk', 'turn', 'roses', 'RUNNING', 'run', now());
    INSERT INTO runs (user_id, app_id, id, session_id, turn_id, status, lease_expires_at) VALUES
        ('ada', 'desk', 'run', 'roses', 'turn', 'RUNNING', now() + interval '1 hour');
"""
