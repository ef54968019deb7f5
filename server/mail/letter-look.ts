/** The day colours of `web/styles/tokens.css`; mail programs do not support variables. */
const day = {
  canvas: '#f4f6f8',
  surface: '#ffffff',
  ink: '#0d1c2e',
  muted: '#465669',
  line: '#dbe1e8',
  action: '#11263d',
  onAction: '#ffffff',
  sun: '#f79a1e',
  link: '#0a5690',
}

const font =
  "font-family:-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,'Helvetica Neue',Arial,sans-serif"

export const look = {
  body: `margin:0;padding:0;background:${day.canvas};-webkit-text-size-adjust:100%`,
  preheader: 'display:none;max-height:0;max-width:0;overflow:hidden;opacity:0;font-size:1px;line-height:1px',
  canvas: `background:${day.canvas}`,
  outer: 'padding:32px 16px 40px',
  column: 'max-width:560px;margin:0 auto;text-align:left',
  head: 'padding:0 4px 20px;white-space:nowrap;font-size:0',
  word: `${font};font-size:20px;line-height:24px;font-weight:700;letter-spacing:-0.03em;color:${day.ink};text-decoration:none;vertical-align:middle`,
  sheet: `background:${day.surface};border:1px solid ${day.line};border-radius:10px;padding:32px`,
  title: `${font};margin:0 0 20px;font-size:26px;line-height:1.2;font-weight:600;letter-spacing:-0.022em;text-wrap:balance;color:${day.ink}`,
  paragraph: `${font};margin:0 0 16px;font-size:16px;line-height:1.6;color:${day.ink}`,
  note: `${font};margin:0 0 12px;font-size:15px;line-height:1.55;color:${day.muted}`,
  facts: `margin:4px 0 20px`,
  fact: `${font};padding:10px 0;border-top:1px solid ${day.line}`,
  factLabel: `font-size:13px;line-height:18px;color:${day.muted}`,
  factValue: `font-size:16px;line-height:24px;font-weight:600;color:${day.ink};overflow-wrap:anywhere;word-break:break-word`,
  quote: `${font};margin:0 0 20px;padding:2px 0 2px 16px;border-left:3px solid ${day.line};font-size:16px;line-height:1.6;color:${day.ink};overflow-wrap:anywhere;word-break:break-word`,
  section: `margin:0 0 16px`,
  sectionTitle: `${font};margin:28px 0 8px;font-size:18px;line-height:1.3;font-weight:600;letter-spacing:-0.012em;color:${day.ink}`,
  itemLink: `${font};font-size:16px;line-height:24px;font-weight:600;color:${day.link};text-decoration:none;overflow-wrap:anywhere;word-break:break-word`,
  itemDetail: `${font};font-size:14px;line-height:20px;color:${day.muted};overflow-wrap:anywhere;word-break:break-word`,
  buttonTable: 'margin:8px 0 24px;border-collapse:separate',
  buttonCell: `background:${day.action};border-radius:6px`,
  button: `${font};display:block;padding:13px 28px;font-size:16px;line-height:22px;font-weight:600;color:${day.onAction};text-decoration:none;border-radius:6px`,
  address: `${font};margin:24px 0 0;padding-top:16px;border-top:1px solid ${day.line};font-size:13px;line-height:1.5;color:${day.muted};overflow-wrap:anywhere;word-break:break-word`,
  link: `color:${day.link};text-decoration:underline`,
  foot: 'padding:20px 4px 0',
  footLine: `${font};margin:0 0 6px;font-size:13px;line-height:1.5;color:${day.muted}`,
}

/** For programs that follow the system theme; the others keep the day colours. */
export const DARK_STYLE = `:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (max-width:479px){.outer{padding:20px 12px 28px!important}.sheet{padding:24px 20px!important}.wide{width:100%!important}}
@media (prefers-color-scheme:dark){.canvas{background:#0a121b!important}.sheet{background:#101b27!important;border-color:#1f2e3e!important}
.ink{color:#e8eef5!important}.muted{color:#aab8c8!important}.line{border-color:#1f2e3e!important}.link{color:#8fc8f7!important}
.action{background:#ffb64a!important}.on-action{color:#1a1203!important}.sun{background:#ffb64a!important}.rays{background:#e8eef5!important}}`

const ray = (width: number) =>
  `<span class="rays" style="display:block;width:${width}px;height:2px;margin:2px auto 0;background:${day.ink}"></span>`

/** The half sun over its three lines, drawn without a picture. Word's engine cannot draw it, so it is hidden there. */
export const MARK = `<!--[if !mso]><!--><span aria-hidden="true" style="display:inline-block;width:26px;margin-right:10px;vertical-align:middle"><span class="sun" style="display:block;width:26px;height:13px;border-radius:13px 13px 0 0;background:${day.sun}"></span>${ray(26)}${ray(17)}${ray(8)}</span><!--<![endif]-->`
