"""The app `kitchen`: what the same person does at home. Nothing of it is seen from `workbench`."""

from data.demonstration.record import DemonstrationApp

KITCHEN = DemonstrationApp("kitchen")

_project = KITCHEN.project
_session = KITCHEN.session

PROJECTS = (
    _project("recipes", "Recipes"),
    _project("garden", "Vegetables on the balcony", grant="WRITE"),
)

# Newest first.
SESSIONS = (
    _session("sourdough", "recipes", "Sourdough without a scale", turn="RUNNING"),
    _session("sourdough-rye", "recipes", "Roggenbrot", parentId="sourdough", name="rye"),
    _session("sourdough-rescue", "recipes", "The dough runs away", parentId="sourdough", name="rescue", turn="FAILED"),
    _session("tomatoes", "garden", "Tomatoes or peppers?", turn="WAITING", waiting_for="ANSWER"),
    _session("ramen", "recipes", "ラーメンのスープ"),
    _session("gazpacho", "recipes", "Gazpacho para doce"),
    _session("ratatouille", "recipes", "Ratatouille d'hiver", turn="CANCELLED"),
    _session("herbs", "garden", None),
    _session("kimchi", "recipes", "김치 담그기"),
    _session("compost", "garden", "Why does it smell?", status="CLOSED"),
    _session("bouillabaisse", "recipes", "Bouillabaisse", status="CLOSED"),
    _session("cake", "recipes", "Медовик", status="ARCHIVED"),
    _session("slugs", "garden", "Slugs!", status="ARCHIVED", turn=None),
    _session("diet", "recipes", "A diet, starting Monday", status="DELETED"),
)
