import type { Language } from '#i18n/languages.ts'
import { escapeMarkup } from '#server/platform/escape-markup.ts'

export type LetterLink = { label: string; href: string }

type LetterItem = {
  title: string
  href?: string
  detail: string
  /** Follows the detail, in a colour that warns. */
  warning?: string
  /** A number before the title, and what it is for a screen reader. */
  score?: { points: number; label: string }
  /** A link beside the item; `about` says for a screen reader what it leads to. */
  action?: LetterLink & { about: string }
}

export type LetterSection = {
  title: string
  /** Beside the title: how many there are, and where all of them are. */
  count?: string
  all?: LetterLink
  items: LetterItem[]
  /** A line about the items that are not listed. */
  more?: string
}

/** A mail before formatting: plain texts in reading order, nothing escaped. */
export type Letter = {
  language: Language
  subject: string
  preheader: string
  title: string
  greeting: string
  /** Before the button. */
  paragraphs: string[]
  facts: { label: string; value: string }[]
  /** Text by another person, verbatim; below the facts. */
  quote: string | null
  sections: LetterSection[]
  button: LetterLink | null
  /** After the button. */
  notes: string[]
  second: (LetterLink & { text: string }) | null
  /** The line above the button's full address. */
  openAddress: string
  footer: string[]
  unsubscribe: LetterLink | null
  /** Every occurrence becomes a link. */
  supportEmail: string
  origin: string
}

const LAYOUT = 'role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0"'

/**
 * The HTML part: tables and inline styles for old mail programs; no pictures, scripts or other
 * external content.
 */
export function letterHtml(letter: Letter): string {
  const { language, subject, preheader, title, greeting, footer, unsubscribe, origin } = letter
  return `<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">
<meta name="format-detection" content="telephone=no, date=no, address=no, email=no">
<title>${escapeMarkup(subject)}</title><style>${DARK_STYLE}</style></head>
<body class="canvas" style="${styles.body}">
<div style="${styles.preheader}">${escapeMarkup(preheader)}${'&#8199;&#847; '.repeat(60)}</div>
<table role="presentation" class="canvas" width="100%" cellpadding="0" cellspacing="0" border="0" style="${styles.canvas}"><tr><td class="outer" align="center" style="${styles.outer}">
<table ${LAYOUT} style="${styles.column}">
<tr><td style="${styles.head}">${MARK}<a class="ink" href="${escapeMarkup(origin)}" style="${styles.word}">Storedawn</a></td></tr>
<tr><td class="sheet" style="${styles.sheet}">
<h1 class="ink" style="${styles.title}">${escapeMarkup(title)}</h1>
${[paragraph(greeting), ...body(letter)].join('\n')}
</td></tr>
<tr><td style="${styles.foot}">
${footer.map((line) => `<p class="muted" style="${styles.footLine}">${withSupport(line, letter)}</p>`).join('\n')}
${unsubscribe ? `<p class="muted" style="${styles.footLine}">${anchor(unsubscribe.href, escapeMarkup(unsubscribe.label))}</p>` : ''}
</td></tr>
</table></td></tr></table></body></html>`
}

function body(letter: Letter): string[] {
  const { paragraphs, facts, quote, sections, button, notes, second } = letter
  const [first, ...others] = paragraphs.map((text) =>
    paragraph(withSupport(text, letter), 'is html'),
  )
  return [
    first ?? '',
    facts.length > 0 ? factTable(facts) : '',
    ...others,
    quote === null ? '' : quoteOf(quote),
    ...sections.map(sectionOf),
    button ? buttonOf(button) : '',
    ...notes.map((note) => `<p class="muted" style="${styles.note}">${escapeMarkup(note)}</p>`),
    second
      ? `<p class="muted" style="${styles.note}">${escapeMarkup(second.text)} ${anchor(second.href, escapeMarkup(second.label))}</p>`
      : '',
    button ? addressOf(letter, button.href) : '',
  ]
}

const paragraph = (text: string, kind: 'is html' | 'is text' = 'is text') =>
  `<p class="ink" style="${styles.paragraph}">${kind === 'is html' ? text : escapeMarkup(text)}</p>`

const anchor = (href: string, html: string) =>
  `<a class="link" href="${escapeMarkup(href)}" style="${styles.link}">${html}</a>`

/** Only for lines from our own texts, so that a user's name cannot become part of the link. */
const withSupport = (line: string, { supportEmail }: Letter) =>
  line
    .split(supportEmail)
    .map(escapeMarkup)
    .join(anchor(`mailto:${supportEmail}`, escapeMarkup(supportEmail)))

const factTable = (facts: Letter['facts']) =>
  `<table ${LAYOUT} style="${styles.facts}">${facts
    .map(
      ({ label, value }) =>
        `<tr><td class="line" style="${styles.fact}"><span class="muted" style="${styles.factLabel}">${escapeMarkup(label)}</span><br><strong class="ink" style="${styles.factValue}">${escapeMarkup(value)}</strong></td></tr>`,
    )
    .join('')}</table>`

const quoteOf = (text: string) =>
  `<blockquote class="ink line" style="${styles.quote}">${escapeMarkup(text).replaceAll(/\r\n?|\n/g, '<br>')}</blockquote>`

const sectionOf = (section: LetterSection) =>
  `${sectionHead(section)}
<table ${LAYOUT} style="${styles.section}">${section.items
    .map((item) => `<tr>${scoreCell(item)}${itemCell(item)}${actionCell(item)}</tr>`)
    .join('')}</table>${section.more ? paragraph(section.more) : ''}`

function sectionHead({ title, count, all }: LetterSection): string {
  const number =
    count === undefined
      ? ''
      : ` <span class="muted" style="${styles.sectionCount}">${escapeMarkup(count)}</span>`
  const head = `<h2 class="ink" style="${styles.sectionTitle}">${escapeMarkup(title)}${number}</h2>`
  return all === undefined
    ? head
    : `<table ${LAYOUT}><tr><td>${head}</td><td align="right" style="${styles.all}">${anchor(all.href, escapeMarkup(all.label))}</td></tr></table>`
}

const scoreCell = ({ score }: LetterItem) =>
  score === undefined
    ? ''
    : `<td class="line" width="46" style="${styles.scoreCell}"><span class="sunw" title="${escapeMarkup(score.label)}" style="${styles.score}">${score.points}</span></td>`

function itemCell({ title, href, detail, warning }: LetterItem): string {
  const name =
    href === undefined
      ? `<strong class="ink" style="${styles.factValue}">${escapeMarkup(title)}</strong>`
      : itemLink(href, title)
  const late =
    warning === undefined
      ? ''
      : `${detail && ' · '}<strong class="bad" style="${styles.warning}">${escapeMarkup(warning)}</strong>`
  return `<td class="line" style="${styles.fact}">${name}<br><span class="muted" style="${styles.itemDetail}">${escapeMarkup(detail)}${late}</span></td>`
}

const actionCell = ({ action }: LetterItem) =>
  action === undefined
    ? ''
    : `<td class="line" align="right" style="${styles.actionCell}"><a class="link" href="${escapeMarkup(action.href)}" title="${escapeMarkup(action.about)}" style="${styles.itemAction}">${escapeMarkup(action.label)}</a></td>`

const itemLink = (href: string, name: string) =>
  `<a class="link" href="${escapeMarkup(href)}" style="${styles.itemLink}">${escapeMarkup(name)}</a>`

const buttonOf = ({ href, label }: NonNullable<Letter['button']>) =>
  `<table role="presentation" class="wide" cellpadding="0" cellspacing="0" border="0" style="${styles.buttonTable}"><tr><td class="action" align="center" bgcolor="#11263d" style="${styles.buttonCell}"><a class="on-action" href="${escapeMarkup(href)}" style="${styles.button}">${escapeMarkup(label)}</a></td></tr></table>`

const addressOf = ({ openAddress }: Letter, href: string) =>
  `<p class="muted line" style="${styles.address}">${escapeMarkup(openAddress)}<br>${anchor(href, escapeMarkup(href))}</p>`

/** The same words in the same order. */
export function letterText(letter: Letter): string {
  const { title, greeting, paragraphs, facts, quote, sections, button, notes, second } = letter
  const { footer, unsubscribe, origin } = letter
  const blocks = [
    title,
    greeting,
    ...paragraphs.slice(0, 1),
    facts.map(({ label, value }) => `${label}: ${value}`).join('\n'),
    ...paragraphs.slice(1),
    quote === null ? '' : quoted(quote),
    ...sections.map(sectionText),
    button ? `${button.label}:\n${button.href}` : '',
    ...notes,
    second ? `${second.text} ${second.label}:\n${second.href}`.trim() : '',
    // Mail programs recognise a signature by this line.
    [
      '-- ',
      ...footer,
      ...(unsubscribe ? [`${unsubscribe.label}:`, unsubscribe.href] : []),
      `Storedawn · ${origin}`,
    ].join('\n'),
  ]
  return `${blocks.filter(Boolean).join('\n\n')}\n`
}

/** Prefixes every line, so that a quoted line cannot pass for our text or for the signature. */
const quoted = (text: string) =>
  text
    .split(/\r\n?|\n/)
    .map((line) => `> ${line}`.trimEnd())
    .join('\n')

function sectionText({ title, count, all, items, more }: LetterSection): string {
  const lines = items.map(({ title: name, score, detail, warning, href, action }) =>
    [
      `- ${score === undefined ? '' : `${score.points} · `}${name}`,
      `  ${[detail, warning].filter(Boolean).join(' · ')}`,
      ...(href === undefined ? [] : [`  ${href}`]),
      ...(action === undefined || action.href === href
        ? []
        : [`  ${action.label}: ${action.href}`]),
    ].join('\n'),
  )
  const head = count === undefined ? title : `${title} (${count})`
  return [
    `${head}\n${lines.join('\n')}`,
    ...(more ? [more] : []),
    ...(all ? [`${all.label}: ${all.href}`] : []),
  ].join('\n\n')
}

/** The day colours of `web/styles/tokens.css`; mail programs do not support variables. */
const colours = {
  canvas: '#f4f6f8',
  surface: '#ffffff',
  ink: '#0d1c2e',
  muted: '#465669',
  line: '#dbe1e8',
  action: '#11263d',
  onAction: '#ffffff',
  sun: '#f79a1e',
  link: '#0a5690',
  bad: '#ad2115',
  scoreSurface: '#fff0d9',
  score: '#7a4300',
}

const font =
  "font-family:-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,'Helvetica Neue',Arial,sans-serif"
const breaks = 'overflow-wrap:anywhere;word-break:break-word'

const styles = {
  body: `margin:0;padding:0;background:${colours.canvas};-webkit-text-size-adjust:100%`,
  preheader:
    'display:none;max-height:0;max-width:0;overflow:hidden;opacity:0;font-size:1px;line-height:1px',
  canvas: `background:${colours.canvas}`,
  outer: 'padding:32px 16px 40px',
  column: 'max-width:560px;margin:0 auto;text-align:left',
  head: 'padding:0 4px 20px;white-space:nowrap;font-size:0',
  word: `${font};font-size:20px;line-height:24px;font-weight:700;letter-spacing:-0.03em;color:${colours.ink};text-decoration:none;vertical-align:middle`,
  sheet: `background:${colours.surface};border:1px solid ${colours.line};border-radius:10px;padding:32px`,
  title: `${font};margin:0 0 20px;font-size:26px;line-height:1.2;font-weight:600;letter-spacing:-0.022em;text-wrap:balance;color:${colours.ink}`,
  paragraph: `${font};margin:0 0 16px;font-size:16px;line-height:1.6;color:${colours.ink}`,
  note: `${font};margin:0 0 12px;font-size:15px;line-height:1.55;color:${colours.muted}`,
  facts: `margin:4px 0 20px`,
  fact: `${font};padding:10px 0;border-top:1px solid ${colours.line}`,
  factLabel: `font-size:13px;line-height:18px;color:${colours.muted}`,
  factValue: `font-size:16px;line-height:24px;font-weight:600;color:${colours.ink};${breaks}`,
  quote: `${font};margin:0 0 20px;padding:2px 0 2px 16px;border-left:3px solid ${colours.line};font-size:16px;line-height:1.6;color:${colours.ink};${breaks}`,
  section: `margin:0 0 16px`,
  sectionTitle: `${font};margin:28px 0 8px;font-size:18px;line-height:1.3;font-weight:600;letter-spacing:-0.012em;color:${colours.ink}`,
  itemLink: `${font};font-size:16px;line-height:24px;font-weight:600;color:${colours.link};text-decoration:none;${breaks}`,
  itemDetail: `${font};font-size:14px;line-height:20px;color:${colours.muted};${breaks}`,
  sectionCount: `font-weight:400;color:${colours.muted}`,
  all: `${font};padding-top:20px;font-size:14px;line-height:20px;vertical-align:middle;white-space:nowrap`,
  warning: `font-weight:600;color:${colours.bad}`,
  scoreCell: `${font};padding:10px 0;border-top:1px solid ${colours.line};vertical-align:top`,
  score: `${font};display:inline-block;min-width:30px;padding:2px 0;border-radius:4px;background:${colours.scoreSurface};font-size:14px;line-height:20px;font-weight:600;text-align:center;color:${colours.score}`,
  actionCell: `${font};padding:10px 0 10px 12px;border-top:1px solid ${colours.line};vertical-align:middle;white-space:nowrap`,
  itemAction: `${font};display:inline-block;font-size:14px;line-height:40px;font-weight:600;color:${colours.link};text-decoration:none`,
  buttonTable: 'margin:8px 0 24px;border-collapse:separate',
  buttonCell: `background:${colours.action};border-radius:6px`,
  button: `${font};display:block;padding:13px 28px;font-size:16px;line-height:22px;font-weight:600;color:${colours.onAction};text-decoration:none;border-radius:6px`,
  address: `${font};margin:24px 0 0;padding-top:16px;border-top:1px solid ${colours.line};font-size:13px;line-height:1.5;color:${colours.muted};${breaks}`,
  link: `color:${colours.link};text-decoration:underline`,
  foot: 'padding:20px 4px 0',
  footLine: `${font};margin:0 0 6px;font-size:13px;line-height:1.5;color:${colours.muted}`,
}

/** For programs that follow the system theme; the others keep the day colours. */
const DARK_STYLE = `:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (max-width:479px){.outer{padding:20px 12px 28px!important}.sheet{padding:24px 20px!important}.wide{width:100%!important}}
@media (prefers-color-scheme:dark){.canvas{background:#0a121b!important}.sheet{background:#101b27!important;border-color:#1f2e3e!important}
.ink{color:#e8eef5!important}.muted{color:#aab8c8!important}.line{border-color:#1f2e3e!important}.link{color:#8fc8f7!important}.bad{color:#ff9d90!important}
.sunw{background:#2c2110!important;color:#ffc473!important}
.action{background:#ffb64a!important}.on-action{color:#1a1203!important}.sun{background:#ffb64a!important}.rays{background:#e8eef5!important}}`

const ray = (width: number) =>
  `<span class="rays" style="display:block;width:${width}px;height:2px;margin:2px auto 0;background:${colours.ink}"></span>`

/**
 * The half sun over its three lines, drawn without a picture. Word's engine cannot draw it, so it
 * is hidden there.
 */
const MARK = `<!--[if !mso]><!--><span aria-hidden="true" style="display:inline-block;width:26px;margin-right:10px;vertical-align:middle"><span class="sun" style="display:block;width:26px;height:13px;border-radius:13px 13px 0 0;background:${colours.sun}"></span>${ray(26)}${ray(17)}${ray(8)}</span><!--<![endif]-->`
