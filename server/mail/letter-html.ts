import type { Letter, LetterSection } from './letter.ts'
import { DARK_STYLE, look, MARK } from './letter-look.ts'
import { escapeMarkup } from '#server/escape-markup.ts'

/** The HTML part: tables and inline styles for old mail programs; no pictures, scripts or other external content. */
export function letterHtml(letter: Letter): string {
  const { language, subject, preheader, title, greeting, footer, turnOff, origin } = letter
  return `<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">
<meta name="format-detection" content="telephone=no, date=no, address=no, email=no">
<title>${escapeMarkup(subject)}</title><style>${DARK_STYLE}</style></head>
<body class="canvas" style="${look.body}">
<div style="${look.preheader}">${escapeMarkup(preheader)}${'&#8199;&#847; '.repeat(60)}</div>
<table role="presentation" class="canvas" width="100%" cellpadding="0" cellspacing="0" border="0" style="${look.canvas}"><tr><td class="outer" align="center" style="${look.outer}">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="${look.column}">
<tr><td style="${look.head}">${MARK}<a class="ink" href="${escapeMarkup(origin)}" style="${look.word}">Storedawn</a></td></tr>
<tr><td class="sheet" style="${look.sheet}">
<h1 class="ink" style="${look.title}">${escapeMarkup(title)}</h1>
${[paragraph(greeting), ...body(letter)].join('\n')}
</td></tr>
<tr><td style="${look.foot}">
${footer.map((line) => `<p class="muted" style="${look.footLine}">${withSupport(line, letter)}</p>`).join('\n')}
${turnOff ? `<p class="muted" style="${look.footLine}">${anchor(turnOff.href, escapeMarkup(turnOff.label))}</p>` : ''}
</td></tr>
</table></td></tr></table></body></html>`
}

function body(letter: Letter): string[] {
  const { paragraphs, facts, quote, sections, button, notes, second } = letter
  const [first, ...others] = paragraphs.map((text) => paragraph(withSupport(text, letter), 'is html'))
  return [
    first ?? '',
    facts.length > 0 ? factTable(facts) : '',
    ...others,
    quote === null ? '' : quoteOf(quote),
    ...sections.map(sectionOf),
    button ? buttonOf(button) : '',
    ...notes.map((note) => `<p class="muted" style="${look.note}">${escapeMarkup(note)}</p>`),
    second
      ? `<p class="muted" style="${look.note}">${escapeMarkup(second.text)} ${anchor(second.href, escapeMarkup(second.label))}</p>`
      : '',
    button ? addressOf(letter, button.href) : '',
  ]
}

const paragraph = (text: string, kind: 'is html' | 'is text' = 'is text') =>
  `<p class="ink" style="${look.paragraph}">${kind === 'is html' ? text : escapeMarkup(text)}</p>`

const anchor = (href: string, html: string) =>
  `<a class="link" href="${escapeMarkup(href)}" style="${look.link}">${html}</a>`

/** Only for lines from our own texts, so that a user's name cannot become part of the link. */
const withSupport = (line: string, { supportEmail }: Letter) =>
  line
    .split(supportEmail)
    .map(escapeMarkup)
    .join(anchor(`mailto:${supportEmail}`, escapeMarkup(supportEmail)))

const factTable = (facts: Letter['facts']) =>
  `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="${look.facts}">${facts
    .map(
      ({ label, value }) =>
        `<tr><td class="line" style="${look.fact}"><span class="muted" style="${look.factLabel}">${escapeMarkup(label)}</span><br><strong class="ink" style="${look.factValue}">${escapeMarkup(value)}</strong></td></tr>`,
    )
    .join('')}</table>`

const quoteOf = (text: string) =>
  `<blockquote class="ink line" style="${look.quote}">${escapeMarkup(text).replaceAll(/\r\n?|\n/g, '<br>')}</blockquote>`

const sectionOf = ({ title, items, more }: LetterSection) =>
  `<h2 class="ink" style="${look.sectionTitle}">${escapeMarkup(title)}</h2>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="${look.section}">${items
    .map(
      ({ title: name, href, detail }) =>
        `<tr><td class="line" style="${look.fact}">${href === undefined ? `<strong class="ink" style="${look.factValue}">${escapeMarkup(name)}</strong>` : itemLink(href, name)}<br><span class="muted" style="${look.itemDetail}">${escapeMarkup(detail)}</span></td></tr>`,
    )
    .join('')}</table>${more ? paragraph(more) : ''}`

const itemLink = (href: string, name: string) =>
  `<a class="link" href="${escapeMarkup(href)}" style="${look.itemLink}">${escapeMarkup(name)}</a>`

const buttonOf = ({ href, label }: NonNullable<Letter['button']>) =>
  `<table role="presentation" class="wide" cellpadding="0" cellspacing="0" border="0" style="${look.buttonTable}"><tr><td class="action" align="center" bgcolor="#11263d" style="${look.buttonCell}"><a class="on-action" href="${escapeMarkup(href)}" style="${look.button}">${escapeMarkup(label)}</a></td></tr></table>`

const addressOf = ({ openAddress }: Letter, href: string) =>
  `<p class="muted line" style="${look.address}">${escapeMarkup(openAddress)}<br>${anchor(href, escapeMarkup(href))}</p>`
