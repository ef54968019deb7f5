"""Judges mails as received: by Python's parser of RFC 5322 and MIME, and by a DKIM signer and verifier.

Standard input: JSON lines {"where", "source" (base64), "from", "to", "isBulk", "onlyHtml" (texts that
stand in the HTML alone), "key", "publicKey"}.
Standard output: a JSON list of {"what", "where"}.
"""
import base64
import email
import email.policy
import json
import re
import sys
from datetime import datetime, timedelta, timezone
from email.utils import parsedate_to_datetime
from html.parser import HTMLParser

import dkim

ONCE = ["From", "To", "Date", "Message-ID", "Subject", "MIME-Version", "Content-Type"]
AT_MOST_ONCE = ["Sender", "Reply-To", "Cc", "List-Unsubscribe", "List-Unsubscribe-Post"]
SIGNED = ["From", "To", "Subject", "Date", "Message-ID", "MIME-Version", "Content-Type", "Reply-To"]
ONE_CLICK = ["List-Unsubscribe", "List-Unsubscribe-Post"]


def domain_of(address):
    return address.rsplit("@", 1)[-1].lower().rstrip(">")


def judge_bytes(source):
    if re.search(rb"\r(?!\n)|(?<!\r)\n", source):
        yield "a bare CR or LF"
    if not source.isascii():
        yield "bytes outside of ASCII, which need a server with 8BITMIME"
    longest = max(map(len, source.split(b"\r\n")))
    if longest > 998:
        yield "a line of more than 998 bytes"


def judge_headers(message, mail):
    for part in message.walk():
        for defect in part.defects:
            yield f"defect of a part: {type(defect).__name__}"
        for name, value in part.items():
            for defect in value.defects:
                yield f"defect of {name}: {type(defect).__name__} {defect}"
    for name in ONCE:
        if len(message.get_all(name, [])) != 1:
            yield f"{name} is not there once"
    for name in AT_MOST_ONCE:
        if len(message.get_all(name, [])) > 1:
            yield f"{name} is there twice"
    sender = message["From"].addresses[0]
    if domain_of(sender.addr_spec) != domain_of(mail["from"]):
        yield "From is of another domain than the envelope, so SPF cannot align"
    if domain_of(message["Message-ID"]) != domain_of(sender.addr_spec):
        yield "Message-ID is of another domain than From"
    if [each.addr_spec.lower() for each in message["To"].addresses] != [each.lower() for each in mail["to"]]:
        yield "To is not the envelope's recipient"
    age = datetime.now(timezone.utc) - parsedate_to_datetime(message["Date"])
    if abs(age) > timedelta(hours=1):
        yield "Date is not that of the sending"
    if message["Auto-Submitted"] != "auto-generated":
        yield "Auto-Submitted does not keep automatic replies away"


def judge_unsubscribing(message, mail):
    link, post = message["List-Unsubscribe"], message["List-Unsubscribe-Post"]
    if mail["isBulk"] and link is None:
        yield "news without List-Unsubscribe"
    if link is not None and not re.fullmatch(r"<https?://[^\s<>]+>", link):
        yield "List-Unsubscribe is not one address in angle brackets"
    if (link is None) != (post is None) or post not in (None, "List-Unsubscribe=One-Click"):
        yield "List-Unsubscribe-Post is not that of RFC 8058"


class Reading(HTMLParser):
    """What a person sees of the HTML part, and where its links lead."""

    VOID = {"br", "meta", "hr", "img"}

    def __init__(self):
        super().__init__()
        self.hidden, self.text, self.links, self.open = 0, [], set(), []

    def handle_starttag(self, tag, attributes):
        values = dict(attributes)
        if tag == "a":
            self.links.add(values.get("href"))
        if tag in self.VOID:
            return self.text.append(" ")
        is_hidden = tag in ("head", "style") or "display:none" in (values.get("style") or "")
        self.open.append(is_hidden)
        self.hidden += is_hidden

    def handle_endtag(self, tag):
        if tag in self.VOID:
            return
        self.hidden -= self.open.pop()
        if tag in ("p", "td", "h1", "h2", "span", "strong", "div"):
            self.text.append(" ")

    def handle_data(self, data):
        if not self.hidden:
            self.text.append(data)


LINK = re.compile(r"https?://\S+")


def words_of(text):
    return set(re.findall(r"[^\W_]+", LINK.sub(" ", text)))


def judge_parts(message, only_html):
    kinds = [part.get_content_type() for part in message.walk()]
    if kinds != ["multipart/alternative", "text/plain", "text/html"]:
        yield f"its parts are {kinds}"
        return
    plain, html = (part.get_content() for part in message.iter_parts())
    reading = Reading()
    reading.feed(html)
    if reading.open:
        yield "the HTML part leaves an element open"
    seen, only_html = "".join(reading.text), words_of(" ".join(only_html))
    for what, missing in [
        ("the text lacks words of the HTML", words_of(seen) - words_of(plain) - only_html),
        ("the HTML lacks words of the text", words_of(plain) - words_of(seen)),
        ("the text lacks links of the HTML", links_of(reading) - set(LINK.findall(plain))),
        ("the HTML lacks links of the text", set(LINK.findall(plain)) - links_of(reading)),
    ]:
        if missing:
            yield f"{what}: {' '.join(sorted(missing)[:8])}"


def links_of(reading):
    return {link for link in reading.links if not link.startswith("mailto:")}


def judge_signing(source, message, mail):
    """As a mail server signs on the way out, and the receiver's verifies."""
    names = SIGNED + ONE_CLICK
    covered = [name.lower().encode() for name in names if name in message]
    key, public = mail["key"].encode(), ("v=DKIM1; k=rsa; p=" + mail["publicKey"]).encode()
    domain = domain_of(message["From"].addresses[0].addr_spec).encode()
    for way in [(b"simple", b"simple"), (b"relaxed", b"relaxed")]:
        signature = dkim.sign(
            source, b"judge", domain, key, canonicalize=way, include_headers=covered
        )
        wanted = b"judge._domainkey." + domain + b"."

        def records(name, timeout=5):
            return public if name == wanted else None

        if not dkim.verify(signature + source, dnsfunc=records):
            yield f"a DKIM signature in {way[0].decode()} form does not verify"
        if dkim.verify(signature + source + b"x\r\n", dnsfunc=records):
            yield "a DKIM signature verifies a mail that was changed"


def judge(mail):
    source = base64.b64decode(mail["source"])
    yield from judge_bytes(source)
    message = email.message_from_bytes(source, policy=email.policy.default)
    yield from judge_headers(message, mail)
    yield from judge_unsubscribing(message, mail)
    yield from judge_parts(message, mail["onlyHtml"])
    yield from judge_signing(source, message, mail)


seen = [
    {"what": what, "where": mail["where"]}
    for mail in map(json.loads, sys.stdin)
    for what in judge(mail)
]
print(json.dumps(seen))
