"""All settings. Without environment variables the site runs on SQLite in one process.

docs/settings.md explains every environment variable that is read here.
"""

import secrets
from pathlib import Path
from typing import Any

import environ
from csp.constants import NONCE, NONE, SELF

from yachtsite import __version__

RELEASE = __version__
BASE_DIR = Path(__file__).resolve().parent.parent
env = environ.Env()

DATA_DIR = Path(env.str("DATA_DIR", default=str(BASE_DIR / "var")))
DEBUG: bool = env.bool("DEBUG", default=False)
HTTPS: bool = env.bool("HTTPS", default=False)


def stored_secret_key() -> str:
    """Return the key in DATA_DIR, generated on the first start, so sessions survive restarts."""
    path = DATA_DIR / "secret_key"
    if not path.exists():
        DATA_DIR.mkdir(parents=True, exist_ok=True)
        fresh = path.with_name(f"secret_key.{secrets.token_hex(4)}")
        fresh.touch(mode=0o600)
        fresh.write_text(secrets.token_urlsafe(64))
        # link() never replaces a file: two processes that start together use the same key.
        try:
            path.hardlink_to(fresh)
        except FileExistsError:
            pass
        finally:
            fresh.unlink()
    return path.read_text()


SECRET_KEY: str = env.str("SECRET_KEY", default="") or stored_secret_key()
ALLOWED_HOSTS: list[str] = env.list("ALLOWED_HOSTS", default=["localhost", "127.0.0.1", "[::1]"])
# Links in mail begin with this address. If it is empty, see games/platform/server/site_url.py.
SITE_URL: str = env.str("SITE_URL", default="").rstrip("/")
CSRF_TRUSTED_ORIGINS: list[str] = env.list("CSRF_TRUSTED_ORIGINS", default=[])

INSTALLED_APPS = [
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.messages",
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
    "csp",
    "channels",
    "games",
]

MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "games.platform.server.headers.SecurityHeaders",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    # Safe from BREACH: Django masks form tokens differently each time, and adds random bytes.
    "django.middleware.gzip.GZipMiddleware",
    # Outside of all that adds to an answer, so that a repeated form gets the whole one.
    "games.site.shared.pages.sent_forms.Replay",
    "games.site.shared.pages.content_security.ContentSecurityMiddleware",
    "games.platform.server.forms.ParseForm",
    "games.platform.limits.origin.Origin",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "games.platform.language.middleware.Language",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "games.site.shared.pages.sent_forms.Once",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "games.site.account.family.middleware.FamilyLock",
    "games.site.shared.pages.members_only.MembersOnly",
    "games.site.shared.pages.refusals.Refusals",
    "games.site.archive.community.mended_links.MendedLinks",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
]

# With DEBUG, developers also have the style guide. No installation has the workshop.
ROOT_URLCONF = (
    "workshop.styleguide.urls" if DEBUG and (BASE_DIR / "workshop").is_dir() else "yachtsite.urls"
)
ASGI_APPLICATION = "yachtsite.asgi.application"
TEMPLATE_LOADERS = [
    "django.template.loaders.filesystem.Loader",
    "django.template.loaders.app_directories.Loader",
]
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "OPTIONS": {
            # No cache with DEBUG: `manage.py serve` never reloads, but edited templates must show.
            "loaders": TEMPLATE_LOADERS
            if DEBUG
            else [("django.template.loaders.cached.Loader", TEMPLATE_LOADERS)],
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "games.site.shared.pages.etags.version_for_templates",
                "games.site.front.app.views.push_for_templates",
            ],
            "builtins": ["games.platform.language.direction_tags"],
            # The tag libraries for `{% load %}`, each beside the code that it shows.
            "libraries": {
                "avatars": "games.people.accounts.avatar_tags",
                "dice": "games.site.shared.pages.dice_tags",
                "importmap": "games.platform.bundling.importmap_tags",
                "language": "games.site.shared.pages.language_tags",
                "legal": "games.site.account.legal.legal_tags",
                "names": "games.site.shared.pages.name_tags",
                "sections": "games.site.shared.pages.section_tags",
                "game_names": "games.site.shared.pages.game_name_tags",
                "page_head": "games.site.shared.sharing.page_head_tags",
                "stylesheets": "games.platform.bundling.stylesheet_tags",
                "times": "games.site.shared.pages.time_tags",
            },
        },
    },
]

# --- Database -------------------------------------------------------------------------------

POOL_SIZE: int = env.int("DATABASE_POOL", default=10)
SQLITE_SYNCHRONOUS: str = env.str("SQLITE_SYNCHRONOUS", default="FULL")


def database() -> dict[str, Any]:
    """Return the settings of the one database: PostgreSQL by DATABASE_URL, else SQLite."""
    url = env.str("DATABASE_URL", default="")
    config: dict[str, Any] = env.db_url_config(url or f"sqlite:///{DATA_DIR / 'yacht.sqlite3'}")
    if config["ENGINE"].endswith("sqlite3"):
        # Our own backend: in one process, the threads that write take turns.
        config["ENGINE"] = "games.platform.database.overrides.django_sqlite"
        # Without IMMEDIATE, a transaction that reads before it writes fails if another one writes.
        config["OPTIONS"] = {
            "transaction_mode": "IMMEDIATE",
            "timeout": 20,
            "init_command": f"PRAGMA journal_mode=WAL;PRAGMA synchronous={SQLITE_SYNCHRONOUS};",
        }
        config["TEST"] = {"NAME": DATA_DIR / "test.sqlite3"}
    else:
        config["CONN_MAX_AGE"] = 0
        # The pool checks a connection before use, and replaces one that the database has closed.
        config["CONN_HEALTH_CHECKS"] = True
        config["OPTIONS"] = {
            # Prepare a query (plan it once) at its sixth use. Without `prepare_threshold`, psycopg
            # prepares nothing, not even with prepare=True.
            "prepare_threshold": 5,
            # Notice a server that disappears silently: libpq would wait for hours.
            "connect_timeout": 5,
            "tcp_user_timeout": 15000,
            "keepalives_idle": 10,
            "keepalives_interval": 5,
            "keepalives_count": 3,
            "server_side_binding": True,
            "pool": {"min_size": min(2, POOL_SIZE), "max_size": POOL_SIZE, "timeout": 5},
            "options": "-c statement_timeout=10000 -c lock_timeout=3000"
            " -c idle_in_transaction_session_timeout=10000",
        }
    return config


DATABASES = {"default": database()}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

# --- Redis ----------------------------------------------------------------------------------

REDIS_URL: str = env.str("REDIS_URL", default="")
CHANNEL_LAYER: str = env.str("CHANNEL_LAYER", default="pubsub")


def channel_layer() -> dict[str, Any]:
    """Return the channel layer: Redis when REDIS_URL is set, else memory (one process only)."""
    if not REDIS_URL:
        return {"BACKEND": "channels.layers.InMemoryChannelLayer"}
    host = {"address": REDIS_URL, "socket_connect_timeout": 3, "socket_keepalive": True}
    if CHANNEL_LAYER == "core":
        # The core layer blocks for 5 s in BZPOPMIN: the socket's own timeout must be longer.
        return {
            "BACKEND": "channels_redis.core.RedisChannelLayer",
            "CONFIG": {
                "hosts": [{**host, "socket_timeout": 15, "max_connections": 1000}],
                "capacity": 5000,
                "expiry": 10,
            },
        }
    return {
        "BACKEND": "channels_redis.pubsub.RedisPubSubChannelLayer",
        "CONFIG": {"hosts": [{**host, "socket_timeout": 15}]},
    }


CHANNEL_LAYERS = {"default": channel_layer()}

# Frames per second that one socket may send, and the size of a burst. A rate of 0: no limit.
SOCKET_RATE: float = env.float("SOCKET_RATE", default=20.0)
SOCKET_BURST: float = env.float("SOCKET_BURST", default=40.0)

# Sockets that one address may have open in a process. 0: no limit, for new sockets too.
SOCKETS_PER_ADDRESS: int = env.int("SOCKETS_PER_ADDRESS", default=200)

# Pages that a process computes at once. Others wait (games/platform/limits/page_limit.py).
PAGES_AT_ONCE: int = env.int("PAGES_AT_ONCE", default=8)

# --- The worker -----------------------------------------------------------------------------

# Off if `manage.py worker` runs in a separate process.
EMBEDDED_WORKER: bool = env.bool("EMBEDDED_WORKER", default=True)
# Two bots play on the home page while nobody else plays in public.
DEMONSTRATION: bool = env.bool("DEMONSTRATION", default=True)
# The worker schedules the series of tournaments (the admin has them).
TOURNAMENTS: bool = env.bool("TOURNAMENTS", default=True)
# How old accounts without finished games must be to open tournaments.
TOURNAMENT_HOST_HOURS: int = env.int("TOURNAMENT_HOST_HOURS", default=24)

# --- Encryption of the dice's secrets in the database -----------------------------------------

# 32 random bytes in Base64 each, the newest first. None: a key is created in DATA_DIR.
DICE_KEYS: list[str] = env.list("DICE_KEYS", default=[])

# --- Players --------------------------------------------------------------------------------

AUTH_USER_MODEL = "games.User"
# A file with words of the operator for which names and chat are refused; empty: none.
EXTRA_SLURS: str = env.str("EXTRA_SLURS", default="")
LOGIN_URL = "sign-in"
LOGIN_REDIRECT_URL = "home"
LOGOUT_REDIRECT_URL = "home"
PASSWORD_HASHERS = [
    "games.people.accounts.hashing.PacedArgon2PasswordHasher",
    "django.contrib.auth.hashers.PBKDF2PasswordHasher",
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in (
        "UserAttributeSimilarityValidator",
        "MinimumLengthValidator",
        "CommonPasswordValidator",
        "NumericPasswordValidator",
    )
]
SESSION_ENGINE = "games.people.accounts.sessions"
SESSION_COOKIE_AGE = 60 * 60 * 24 * 400
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = "Lax"
CSRF_COOKIE_SAMESITE = "Lax"
CSRF_FAILURE_VIEW = "games.site.shared.pages.out_of_date.csrf_failure"

EMAIL_URL: str = env.str("EMAIL_URL", default="consolemail://")
vars().update(env.email_url_config(EMAIL_URL))
# Seconds that each step of sending may take. After that, the worker tries again later.
EMAIL_TIMEOUT: int = env.int("EMAIL_TIMEOUT", default=10)
DEFAULT_FROM_EMAIL: str = env.str("DEFAULT_FROM_EMAIL", default="Yacht <yacht@localhost>")

# The private key for notifications by push services (`manage.py make_push_key`); empty: none.
VAPID_KEY: str = env.str("VAPID_KEY", default="")
# The contact for push services, mailto:... or https://...; empty: DEFAULT_FROM_EMAIL.
VAPID_CONTACT: str = env.str("VAPID_CONTACT", default="")
# Hosts (with the port, if any) of the operator's own push services, which may be private and
# without HTTPS.
PUSH_HOSTS: list[str] = env.list("PUSH_HOSTS", default=[])

# --- The operator ---------------------------------------------------------------------------

# What is allowed here: games/people/accounts/site_rules.py is the only reader.
INVITE_ONLY: bool = env.bool("INVITE_ONLY", default=False)
GUESTS: bool = env.bool("GUESTS", default=True)
SIGN_UP: bool = env.bool("SIGN_UP", default=True)
CHAT: bool = env.bool("CHAT", default=True)
PUBLIC_TABLES: bool = env.bool("PUBLIC_TABLES", default=True)
STRANGERS: bool = env.bool("STRANGERS", default=True)

# Directory with the operator's texts (deploy/legal has templates); empty: there are none.
LEGAL_DIR: str = env.str("LEGAL_DIR", default="")
# Where to report vulnerabilities, mailto:... or https://..., for /.well-known/security.txt.
SECURITY_CONTACT: str = env.str("SECURITY_CONTACT", default="")

# --- Security -------------------------------------------------------------------------------

SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = SECURE_SSL_REDIRECT = HTTPS
SECURE_HSTS_SECONDS = 31536000 if HTTPS else 0
SECURE_HSTS_INCLUDE_SUBDOMAINS = SECURE_HSTS_PRELOAD = HTTPS
SECURE_REDIRECT_EXEMPT = [r"^healthz$", r"^readyz$"]
SECURE_REFERRER_POLICY = "same-origin"
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
# Browser features that nobody may use here, not even code that gets into our pages. Browsers log an
# error for a feature that they do not know on this system.
FORBIDDEN_FEATURES = (
    *("accelerometer", "autoplay", "browsing-topics", "camera", "clipboard-read"),
    *("display-capture", "encrypted-media", "fullscreen", "geolocation", "gyroscope", "hid"),
    *("idle-detection", "local-fonts", "magnetometer", "microphone", "midi", "payment"),
    *("picture-in-picture", "screen-wake-lock", "serial", "usb"),
    *("window-management", "xr-spatial-tracking"),
)
SECURITY_HEADERS = {
    "Permissions-Policy": ", ".join(
        (*(f"{feature}=()" for feature in FORBIDDEN_FEATURES), "publickey-credentials-get=(self)")
    ),
    # Other sites may neither show nor load our pages and files. The API allows reading by CORS.
    "Cross-Origin-Resource-Policy": "same-origin",
}
# Only behind our own proxy, which sets these headers itself. Otherwise a client could forge them.
TRUST_PROXY: bool = env.bool("TRUST_PROXY", default=False)
if TRUST_PROXY:
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")

CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [NONE],
        "script-src": [SELF, NONCE],
        "style-src": [SELF],
        "img-src": [SELF, "data:"],
        "connect-src": [SELF],
        "font-src": [SELF],
        "media-src": [SELF],
        "manifest-src": [SELF],
        "worker-src": [SELF],
        "base-uri": [NONE],
        "form-action": [SELF],
        "frame-ancestors": [NONE],
    },
}

# --- Games ----------------------------------------------------------------------------------

# Names of games and boxes, by id, in place of the usual ones: VARIANT_NAMES="yahtzee=Five Dice".
VARIANT_NAMES: dict[str, str] = env.dict("VARIANT_NAMES", default={})

# --- Perfect play ---------------------------------------------------------------------------

# Directory for the tables of perfect play, computed on first use and shared by all processes.
SOLVER_DIR = Path(env.str("SOLVER_DIR", default=str(DATA_DIR / "solver")))

# --- Static files, language, time -----------------------------------------------------------

STATIC_URL = "static/"
STATIC_ROOT = DATA_DIR / "static"
STATICFILES_DIRS = [BASE_DIR / "static"]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"
        if DEBUG
        else "games.platform.bundling.BundledStaticFilesStorage"
    },
}
WHITENOISE_MAX_AGE = 31536000
WHITENOISE_ALLOW_ALL_ORIGINS = False
LANGUAGE_CODE = "en"
# Each language has catalogues in locale/ (docs/accessibility.md).
LANGUAGES = [("en", "English"), ("de", "Deutsch")]
LOCALE_PATHS = [BASE_DIR / "locale"]
# `script/make messages --pseudo` writes a language that shows which texts are not marked.
if (DATA_DIR / "locale" / "en_XA").is_dir():
    LANGUAGES.append(("en-xa", "Pseudo"))
    LOCALE_PATHS.append(DATA_DIR / "locale")
BROWSER_NAMES = "games.tables.rooms.names.browser_names"
FORMAT_MODULE_PATH = "yachtsite.formats"
LANGUAGE_COOKIE_NAME = "language"
LANGUAGE_COOKIE_AGE = 60 * 60 * 24 * 400
LANGUAGE_COOKIE_SAMESITE = "Lax"
LANGUAGE_COOKIE_SECURE = HTTPS
LANGUAGE_COOKIE_HTTPONLY = True
TIME_ZONE = "UTC"
USE_TZ = True

# --- Same dice ------------------------------------------------------------------------------

# After this many rated games, of any variant, a player is ranked where everybody has the same dice.
SAME_DICE_RATED_GAMES: int = env.int("SAME_DICE_RATED_GAMES", default=5)

# --- Metrics --------------------------------------------------------------------------------

# For Prometheus, each process of a machine takes the first free port from here on. 0: none.
METRICS_PORT: int = env.int("METRICS_PORT", default=0)
METRICS_ADDRESS: str = env.str("METRICS_ADDRESS", default="127.0.0.1")

# --- Logging --------------------------------------------------------------------------------

# "text", or "json" for one object a line.
LOG_FORMAT: str = env.str("LOG_FORMAT", default="text")
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {
        "text": {
            "()": "games.platform.server.logs.LineFormatter",
            "format": "%(asctime)s %(levelname)s %(name)s %(message)s",
        },
        "json": {"()": "games.platform.server.logs.JsonFormatter"},
    },
    "handlers": {
        "console": {
            "class": "logging.StreamHandler",
            "formatter": "json" if LOG_FORMAT == "json" else "text",
        }
    },
    # Scanners send wrong host names, forms and queries: log one line for each, without a traceback.
    "loggers": {
        f"django.security.{refusal}": {"filters": ["no_traceback"]}
        for refusal in (
            *("DisallowedHost", "RequestDataTooBig", "SuspiciousMultipartForm"),
            *("TooManyFieldsSent", "TooManyFilesSent", "DisallowedRedirect", "SuspiciousOperation"),
            *("DisallowedModelAdminLookup", "DisallowedModelAdminToField"),
        )
    }
    | {
        "django.request": {"filters": ["no_traceback_of_refusals"]},
        "channels_redis.pubsub": {"filters": ["one_of_many"]},
        # With DEBUG=1, Django would log each SQL statement, with secrets and seeds in it.
        "django.db.backends": {"level": "INFO"},
    },
    "filters": {
        "one_of_many": {"()": "games.platform.server.logs.OneOfMany"},
        "no_traceback": {"()": "games.platform.server.logs.NoTraceback"},
        "no_traceback_of_refusals": {"()": "games.platform.server.logs.NoTracebackOfRefusals"},
    },
    "root": {"handlers": ["console"], "level": env.str("LOG_LEVEL", default="WARNING")},
}

# --- Limits of the pages (games/platform/limits/rates.py)
# --------------------------------------------------

# Action: (times, within seconds). LIMITS="room=600/3600,guest=600/3600" replaces single limits.
LIMITS: dict[str, tuple[int, int]] = {
    "guest": (120, 3600),  # new guests from one address: a school class may share it
    "account": (30, 3600),  # new accounts from one address
    "second-factor": (10, 900),  # codes for one account, from browsers that are new to it
    "second-factor-known": (10, 900),  # the same from one browser that the account knows
    "second-factor-address": (30, 900),  # the same from one address
    "family": (10, 900),  # tries to turn a family lock off: of a session, or with one code
    "family-address": (10, 900),  # the same with a code, from one address
    "solve": (30, 3600),  # new house rules by one player, and from one address
    "scorecard": (60, 3600),  # verdicts on games with real dice, for one address
    "held_back": (6, 600),  # lines of chat by one player that are not shown
    "report": (15, 86400),  # reports by one player
    "report-address": (60, 86400),  # the same from one address
    "report-new-guests": (15, 86400),  # the same by all guests who are younger than a day
    "rename": (30, 3600),  # of one player
    "room": (60, 3600),  # new rooms by one player
    "local-player": (60, 3600),  # players added on a device, by one person
    "local-player-address": (300, 3600),  # the same from one address
    "change": (60, 60),  # of rooms, chat and the lobby by one player: all but moves
    "change-address": (20, 5),  # the same from one address: more wait for their turn
    "chat-address": (30, 30),  # lines of chat and reactions from one address, in all rooms
    "chat-room": (60, 20),  # lines of chat and reactions in one room: everybody there gets each
    "reaction": (8, 16),  # reactions of one player
    "reaction-watching": (3, 60),  # reactions of one player without a seat
    "tournament": (5, 86400),  # new tournaments by one player
    "tournament-address": (10, 86400),  # new tournaments from one address
    "room-address": (300, 3600),  # new rooms from one address
    "sign-in": (10, 900),  # attempts on one account from one address
    "sign-in-known": (10, 900),  # attempts on one account from one browser that it knows
    "sign-in-passkey": (100, 900),  # sign-ins with a passkey from one address
    "sign-in-account": (100, 3600),  # attempts on one account from browsers that are new to it
    "sign-in-address": (100, 900),  # attempts on any account from one address
    "reset": (10, 3600),  # password emails requested from one address
    "reset-address": (5, 3600),  # the same to one mail address
    "device-mail": (5, 3600),  # mails about new browsers to one mail address
    "earlier-game": (20, 60),  # questions about games that are over, by one player at a table
    "socket": (300, 60),  # sockets opened by one address
    "export": (20, 3600),  # of one player
    "confirm": (5, 3600),  # mails to one account that confirm an address
    "confirm-address": (5, 3600),  # the same to one address, whatever accounts ask for them
    "settings": (120, 300),  # changes of one account's settings
    "preview": (60, 60),  # pictures of links, drawn for one address
    "puzzle": (120, 120),  # answers to puzzles by one player, or from one address without a name
    "api": (300, 300),  # requests to /api/v1/ from one address
    "api-guest": (60, 3600),  # new guests by programs from one address
    "api-room": (120, 3600),  # new rooms by programs from one address
}
for _what, _limit in env.dict("LIMITS", default={}).items():
    _times, _, _seconds = _limit.partition("/")
    LIMITS[_what] = (int(_times), int(_seconds))
