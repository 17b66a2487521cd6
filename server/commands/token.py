"""`token`: print a token, when signing with a shared secret."""

from server.commands.output import say
from server.data_directory import DataDirectory
from server.settings import SettingError, Settings
from server.signing import sign
from server.token_claims import TokenClaims


def run(settings: Settings, directory: DataDirectory, claims: TokenClaims, *, seconds: int) -> int:
    """Print a token for `claims`, valid for so many seconds."""
    if settings.jwks_url is not None:
        raise SettingError("DIRECTORY_JWKS_URL", "is set: its issuer makes the tokens, this program cannot")
    secret = settings.jwt_secret or directory.secret()
    say(sign(claims, settings, secret, seconds=seconds))
    return 0
