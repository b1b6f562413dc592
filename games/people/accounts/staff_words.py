"""Words that speak for the site or its staff in a name, in each language of the site.

Letters with marks stand for those without, too. A "*" at an end stands for any further letters, so
"moderator*" also finds the Polish "moderatorka". A word that many people have as a name, or that an
ordinary name or event has in another language ("personal", "direction"), has no place here.
"""

STAFF_WORDS: dict[str, tuple[str, ...]] = {
    "en": (
        *("admin*", "moderator*", "moderation", "mod", "mods", "staff", "support", "official"),
        *("operator", "sysadmin*", "webmaster*", "superuser", "site owner"),
    ),
    "de": (
        *("offiziell", "offizielle", "offizieller", "offizielles", "betreiber", "betreiberin"),
        *("verwaltung", "kundendienst", "kundenservice", "turnierleitung", "spielleitung"),
    ),
    "da": (
        *("moderering", "officiel", "officielle", "officielt", "kundeservice", "brugersupport"),
        *("driftsansvarlig", "turneringsledelse", "spilledelse", "superbruger"),
    ),
    "es": (
        *("moderador", "moderadora", "moderadores", "moderación", "oficial", "soporte"),
        *("operador", "operadora", "superusuario", "atención al cliente", "servicio técnico"),
        *("dirección del torneo", "dueño del sitio"),
    ),
    "fi": (
        *("moderaattori", "moderointi", "valvoja", "ylläpito", "ylläpitäjä", "pääkäyttäjä"),
        *("järjestelmänvalvoja", "henkilökunta", "virallinen", "asiakastuki"),
        *("käyttäjätuki", "asiakaspalvelu", "operaattori", "turnausjohto", "kilpailunjohto"),
    ),
    "fr": (
        *("modérateur", "modératrice", "modérateurs", "officiel", "officielle", "assistance"),
        *("exploitant", "exploitante", "opérateur", "opératrice", "superutilisateur", "webmestre"),
        *("service client", "service clients", "direction du tournoi"),
    ),
    "it": (
        *("amministra*", "moderatrice", "moderatori", "moderazione", "ufficiale", "assistenza"),
        *("supporto", "gestore", "operatore", "operatrice", "servizio clienti", "superutente"),
        *("direzione del torneo",),
    ),
    "nb": (
        *("moderering", "offisiell", "offisielle", "offisielt", "kundestøtte", "brukerstøtte"),
        *("kundeservice", "driftsansvarlig", "turneringsledelse", "spilledelse", "superbruker"),
    ),
    "nl": (
        *("moderatie", "beheer", "beheerder", "beheerders", "beheerster", "officieel"),
        *("officiële", "klantenservice", "klantendienst", "helpdesk", "ondersteuning"),
        *("personeel", "toernooileiding", "wedstrijdleiding", "spelleiding"),
    ),
    "pl": (
        *("moderacja", "moderacji", "administracja", "obsługa", "obsługi", "wsparcie"),
        *("oficjalny", "oficjalna", "oficjalne", "oficjalnie", "pomoc techniczna"),
        *("biuro obsługi klienta", "kierownictwo turnieju", "właściciel strony"),
    ),
    "pt-br": (
        *("moderador", "moderadora", "moderadores", "moderação", "oficial", "suporte", "adm"),
        *("operador", "operadora", "superusuário", "atendimento", "assistência técnica"),
        *("direção do torneio", "dono do site"),
    ),
    "sv": (
        *("moderering", "officiell", "officiella", "officiellt", "kundtjänst", "kundservice"),
        *("användarstöd", "driftansvarig", "turneringsledning", "spelledning", "superanvändare"),
    ),
}

SITE_WORDS: dict[str, tuple[str, ...]] = {
    "en": ("team", "service", "help", "helper", "info", "news", "security", "server", "system"),
    "de": ("hilfe", "helfer", "helferin", "leitung", "sicherheit"),
    "da": ("hjælp", "hjælper", "holdet", "teamet", "nyheder", "sikkerhed", "tjeneste"),
    "es": ("equipo", "ayuda", "servicio", "noticias", "seguridad", "servidor", "sistema"),
    "fi": ("tiimi", "apu", "tuki", "ohje", "palvelu", "uutiset", "turvallisuus", "palvelin"),
    "fr": ("équipe", "aide", "actualités", "sécurité", "serveur", "système"),
    "it": ("squadra", "aiuto", "servizio", "notizie", "sicurezza", "sistema"),
    "nb": ("hjelp", "hjelper", "laget", "teamet", "nyheter", "sikkerhet", "tjeneste"),
    "nl": ("hulp", "helper", "dienst", "nieuws", "beveiliging", "veiligheid", "systeem"),
    "pl": ("zespół", "pomoc", "serwis", "aktualności", "bezpieczeństwo", "serwer"),
    "pt-br": ("equipe", "ajuda", "serviço", "notícias", "segurança", "servidor", "sistema"),
    "sv": ("hjälp", "hjälpare", "laget", "teamet", "nyheter", "säkerhet", "tjänst"),
}
"""Words that speak for the site together with its name, such as in "Yacht team"."""

TEAMS = (
    *("team", "the team", "das team", "teamet", "tiimi", "het team", "equipo", "el equipo"),
    *("équipe", "l équipe", "equipe", "a equipe", "la squadra", "lo staff", "zespół", "zespol"),
)
"""What the people of the site call themselves: reserved as a whole name only."""
