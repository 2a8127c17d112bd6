"""A mail server that keeps what comes, for tests.

    server.py [--tls CERTIFICATE KEY | --starttls CERTIFICATE KEY] [--user NAME PASSWORD]

Says its port, then each e-mail as a line of JSON, parsed by Python's own library. A line of JSON on standard input
says what it answers from then on: {"rcpt": "550 no such mailbox"}, {"data": "451 later"}, {"data": "break"} (it keeps
the e-mail and breaks off), or {} for all well.
"""

import argparse
import asyncio
import email
import email.policy
import json
import ssl
import sys
import threading

from aiosmtpd.smtp import SMTP, AuthResult

answers = {}


def listen():
    for line in sys.stdin:
        answers.clear()
        answers.update(json.loads(line))
        say({"heard": True})


def say(what):
    print(json.dumps(what), flush=True)


class Keeper:
    def __init__(self, wrapped):
        self.wrapped = wrapped

    async def handle_RCPT(self, server, session, envelope, address, options):
        if "rcpt" in answers:
            return answers["rcpt"]
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, server, session, envelope):
        answer = answers.get("data", "250 kept")
        if answer in ("break", "250 kept"):
            say({"mail": told(session, envelope, self.wrapped)})
        if answer == "break":
            server.transport.abort()
        return answer


def told(session, envelope, wrapped):
    message = email.message_from_bytes(envelope.content, policy=email.policy.default)
    body = message.get_body(("plain",))
    parts = [message, *message.walk()]
    return {
        "from": envelope.mail_from,
        "to": envelope.rcpt_tos,
        "hello": session.host_name,
        "tls": wrapped or session.ssl is not None,
        "signed_in": bool(session.authenticated),
        "names": message.keys(),
        "headers": {name.lower(): str(value) for name, value in message.items()},
        "at": message["Date"].datetime.isoformat(),
        "addresses": [address.addr_spec for address in message["To"].addresses],
        "text": body.get_content().replace("\r\n", "\n").rstrip("\n"),
        "charset": body.get_content_charset(),
        "defects": [repr(defect) for part in parts for defect in part.defects],
        "header_defects": [repr(defect) for value in message.values() for defect in value.defects],
        "longest_line": max(len(line) for line in envelope.content.split(b"\r\n")),
        "bare_newlines": envelope.content.replace(b"\r\n", b"").count(b"\n"),
        "is_ascii": envelope.content.isascii(),
    }


async def serve(options):
    pair = options.tls or options.starttls
    context = None
    if pair:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(*pair)

    def judge(server, session, envelope, mechanism, data):
        offered = [data.login.decode(), data.password.decode()]
        return AuthResult(success=offered == options.user, handled=False)

    def connection():
        return SMTP(
            Keeper(bool(options.tls)),
            hostname="mail.test",
            tls_context=context if options.starttls else None,
            require_starttls=bool(options.starttls),
            authenticator=judge if options.user else None,
            auth_required=bool(options.user),
            auth_require_tls=bool(options.starttls),
        )

    loop = asyncio.get_running_loop()
    wrapped = context if options.tls else None
    server = await loop.create_server(connection, "127.0.0.1", options.port, ssl=wrapped)
    say({"port": server.sockets[0].getsockname()[1]})
    await server.serve_forever()


parser = argparse.ArgumentParser()
parser.add_argument("--port", type=int, default=0)
parser.add_argument("--tls", nargs=2)
parser.add_argument("--starttls", nargs=2)
parser.add_argument("--user", nargs=2)
threading.Thread(target=listen, daemon=True).start()
asyncio.run(serve(parser.parse_args()))
