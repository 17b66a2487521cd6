"""The app `workbench`: a freelancer's projects, with trees of sessions and turns in every status."""

from data.demonstration.record import DemonstrationApp

WORKBENCH = DemonstrationApp("workbench")

_project = WORKBENCH.project
_session = WORKBENCH.session

PROJECTS = (
    _project("website", "Relaunch of the website", grant="WRITE"),
    _project("handbook", "Handbook for new colleagues"),
    _project("research", "Market research"),
    _project("campaign", "Spring campaign, called off", status="DELETED"),
)

# Newest first.
SESSIONS = (
    _session("relaunch", "website", "Plan the relaunch", turn="RUNNING"),
    _session("relaunch-design", "website", "Design", parentId="relaunch", name="design", turn="RUNNING"),
    _session(
        "relaunch-colours",
        "website",
        "Which green is ours?",
        parentId="relaunch-design",
        name="colours",
        turn="WAITING",
        waiting_for="ANSWER",
    ),
    _session(
        "relaunch-type",
        "website",
        "Schriften für Überschriften und Fließtext",
        parentId="relaunch-design",
        name="type",
    ),
    _session(
        "relaunch-copy",
        "website",
        "Texts for the start page",
        parentId="relaunch",
        name="copy",
        turn="WAITING",
        waiting_for="APPROVAL",
    ),
    _session(
        "relaunch-copy-fr", "website", "Textes en français", parentId="relaunch-copy", name="fr", turn="CANCELLING"
    ),
    _session("relaunch-copy-ja", "website", "日本語のテキスト", parentId="relaunch-copy", name="ja"),
    _session(
        "relaunch-photos",
        "website",
        "Photos from the workshop",
        parentId="relaunch",
        name="photos",
        turn="WAITING",
        waiting_for="COOPERATION",
        queuePaused=True,
    ),
    _session("relaunch-hosting", "website", "Compare hosting offers", parentId="relaunch", name="hosting"),
    _session("broken-links", "website", "Find broken links", turn="FAILED"),
    _session("sitemap", "website", None),
    _session("handbook-outline", "handbook", "Outline of the handbook"),
    _session(
        "handbook-holidays", "handbook", "¿Cómo se piden las vacaciones?", parentId="handbook-outline", name="holidays"
    ),
    _session("handbook-travel", "handbook", "Viagens e despesas", parentId="handbook-outline", name="travel"),
    _session("contact-form", "website", "The contact form loses umlauts", turn="FAILED"),
    _session("handbook-welcome", "handbook", "A welcome in nine languages 👋", turn="CANCELLED"),
    _session("handbook-welcome-ar", "handbook", "مرحبًا بك في الفريق", parentId="handbook-welcome", name="ar"),
    _session("handbook-welcome-he", "handbook", "ברוכים הבאים לצוות", parentId="handbook-welcome", name="he"),
    _session("handbook-welcome-hi", "handbook", "टीम में आपका स्वागत है", parentId="handbook-welcome", name="hi"),
    _session("research-bicycles", "research", "Who rents cargo bicycles?"),
    _session("research-survey", "research", "Опрос клиентов", turn="CANCELLED"),
    _session("research-prices", "research", None, turn=None),
    _session("research-korea", "research", "한국 시장 조사", turn=None),
    _session("research-cafes", "research", "城里的咖啡馆"),
    _session("speed", "website", "Why is the gallery slow?", status="CLOSED"),
    _session("newsletter", "website", "Newsletter, March", status="CLOSED"),
    _session("imprint", "website", "Impressum und Datenschutz", status="ARCHIVED"),
    _session("logo", "website", "Sketches for a logo", status="ARCHIVED", turn="CANCELLED"),
    _session("research-trams", "research", "Πόσοι παίρνουν το τραμ;", status="ARCHIVED", turn=None),
    _session("drafts", "website", "Drafts nobody wanted", status="DELETED"),
    _session("drafts-first", "website", "First draft", parentId="drafts", name="first"),
    _session("posters", "campaign", "Posters for the spring campaign"),
)

QUEUED_INPUTS = (
    WORKBENCH.record("queuedInput", "photos-in-colour", sessionId="relaunch-photos", status="PENDING"),
    WORKBENCH.record("queuedInput", "photos-of-people", sessionId="relaunch-photos", status="PENDING"),
    WORKBENCH.record("queuedInput", "more-green", sessionId="relaunch-colours", status="PENDING"),
    WORKBENCH.record("queuedInput", "less-green", sessionId="relaunch-colours", status="CONSUMED"),
)
