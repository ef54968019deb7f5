import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ErrorBody } from '#contracts/error-body.ts'
import { type Language, languageInfo } from '#i18n/languages.ts'
import { type AppError, statusOf, toAppError } from '#server/platform/errors.ts'
import { escapeMarkup } from '#server/platform/escape-markup.ts'
import { languageOf, pageLanguageOf, type Say } from './error-messages.ts'

/** The only place that turns an error into an answer. It never includes a stack or the cause. */
export function createErrorHandler(say: Say) {
  return function sendError(
    thrown: unknown,
    request: FastifyRequest,
    reply: FastifyReply,
  ): FastifyReply {
    const error = toAppError(thrown)
    logError(error, request)
    const isPage = wantsPage(request)
    const language = isPage
      ? pageLanguageOf(request)
      : languageOf(request.headers['accept-language'])
    const message = fillFigure(say(language, error.code), error, language)
    const body = { ...envelopeOf(request), ...errorBody(error, message, request.id) }
    reply.code(statusOf(error)).header('cache-control', 'no-store')
    reply.header('vary', 'Accept-Language, Accept, Cookie')
    if (error.retryAfterSeconds !== undefined)
      reply.header('retry-after', String(error.retryAfterSeconds))
    if (statusOf(error) === 401) reply.header('www-authenticate', 'Bearer')
    if (!isPage) return reply.type('application/json; charset=utf-8').send(body)
    const { nonce, url, headers } = request
    return reply
      .headers({ 'content-type': 'text/html; charset=utf-8', 'content-language': language })
      .send(errorPage({ say, language, body, nonce, url, cookie: headers.cookie }))
  }
}

export type SendError = ReturnType<typeof createErrorHandler>

/** The only figure that a message names. */
const fillFigure = (
  message: string,
  { remainingToday = 0 }: AppError,
  language: Language,
): string =>
  message.replace(
    '{{remainingToday}}',
    remainingToday.toLocaleString(languageInfo[language].locale),
  )

function errorBody(error: AppError, message: string, requestId: string): ErrorBody {
  const { code, field, remainingAttempts, remainingToday, retryAfterSeconds } = error
  const { challenge, isSafeToRepeat } = error
  return {
    message,
    code,
    requestId,
    field,
    remainingAttempts,
    remainingToday,
    retryAfterSeconds,
    challenge,
    isSafeToRepeat,
  }
}

/**
 * The specification's envelope for blog calls: `success`, `data` and `message`, in refusals too.
 */
const envelopeOf = ({ url }: FastifyRequest): Pick<ErrorBody, 'success' | 'data'> =>
  /^\/api\/(articles|categories)(?=[/?]|$)/.test(url) ? { success: false, data: null } : {}

/** Expected refusals are `info`; only bugs are `error`. */
export function logError(error: AppError, { id: requestId, log }: FastifyRequest): void {
  if (error.code === 'internal')
    return log.error({ event: 'request.failed', requestId, err: error.cause }, 'request failed')
  const reason =
    statusOf(error) === 503 && error.cause instanceof Error ? error.cause.message : undefined
  log.info(
    { event: 'request.refused', requestId, code: error.code, field: error.field, reason },
    'request refused',
  )
}

/** For a person in a browser, not a program: only when the page itself could not be rendered. */
const wantsPage = (request: FastifyRequest) =>
  !request.url.startsWith('/api/') && (request.headers.accept ?? '').includes('text/html')

type ErrorPage = {
  say: Say
  language: Language
  body: ErrorBody
  nonce: string
  url: string
  cookie: string | undefined
}

/** Spreads the retries of visitors who were refused in the same second. */
const JITTER_SECONDS = 4
const MAX_WAIT_SECONDS = 120

/**
 * The fallback for a page that could not be rendered. It depends on nothing that could be missing:
 * no built file, no database. After a refusal for lack of capacity it retries by itself, with or
 * without scripts.
 */
function errorPage({ say, language, body, nonce, url, cookie }: ErrorPage): string {
  const text = (key: string) => escapeMarkup(say(language, key))
  const { code, message, requestId } = body
  const isBusy = code === 'overloaded'
  const seconds = secondsToRetry(body)
  const title = text(isBusy ? 'busy_title' : 'title')
  const explanation = `${isBusy ? '' : escapeMarkup(message)} ${seconds === null ? '' : text('busy_by_itself')}`
  return `<!doctype html>
<html lang="${language}" dir="ltr"${themeAttribute(cookie)}><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex">
<title>${title} – Storedawn</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml"><style nonce="${nonce}">${STYLE}</style>
${seconds === null ? '' : `<noscript><meta http-equiv="refresh" content="${seconds}"></noscript>`}</head>
<body><main><a class="logo" href="/">${MARK}Storedawn</a>
<h1>${title}</h1>
<div role="status"><p>${explanation}</p><p id="trying" hidden>${text('busy_trying')}</p></div>
${seconds === null ? '' : retryPart(seconds, text, url)}
<p class="id">${text('requestId')}: ${escapeMarkup(requestId)}</p></main>
${seconds === null ? '' : `<script nonce="${nonce}">${SCRIPT}</script>`}</body></html>
`
}

/** Null where a retry would not help, or where the wait is too long. */
function secondsToRetry({ code, retryAfterSeconds = 0 }: ErrorBody): number | null {
  const isTemporary =
    code === 'overloaded' || (code === 'rate_limited' && retryAfterSeconds <= MAX_WAIT_SECONDS)
  return isTemporary ? retryAfterSeconds + Math.ceil(Math.random() * JITTER_SECONDS) : null
}

const retryPart = (seconds: number, text: (key: string) => string, url: string) =>
  `<p id="countdown" role="timer" aria-live="off" data-seconds="${seconds}" data-text="${text('busy_countdown')}" hidden></p>
<p><a class="button" href="${escapeMarkup(ownPath(url))}">${text('busy_try_now')}</a></p>`

/** As a link, `//host/x` and `/\host/x` would lead to that host. */
const ownPath = (url: string) => url.replace(/^[/\\]*/, '/')

const themeAttribute = (cookie = ''): string => {
  const [, theme] = /(?:^|;\s*)theme=(light|dark)(?:;|$)/.exec(cookie) ?? []
  return theme ? ` data-theme="${theme}"` : ''
}

/** As drawn in web/ui/logo.tsx. */
const MARK =
  '<svg viewBox="0 0 32 32" aria-hidden="true"><path d="M4 17a12 12 0 0 1 24 0z" fill="var(--sun)"/>' +
  '<path d="M4 20.75h24M8 24.75h16M12.5 28.75h7" stroke="currentColor" stroke-width="2" fill="none"/></svg>'

/** The colours and sizes of web/styles/tokens.css. */
const STYLE = `
:root { color-scheme: light dark; --sun: light-dark(#f79a1e, #ffb64a); --focus: light-dark(#0a6fc4, #ffd08a);
  background: light-dark(#f4f6f8, #0a121b); color: light-dark(#0d1c2e, #e8eef5) }
:root[data-theme=light] { color-scheme: light } :root[data-theme=dark] { color-scheme: dark }
body { font: 1.0625rem/1.53 system-ui, sans-serif; margin: 0; min-height: 100vh; min-height: 100dvh; display: grid;
  place-content: center; justify-items: center; overflow-wrap: anywhere; font-variant-numeric: tabular-nums }
main { box-sizing: border-box; width: 100%; max-width: 32rem; padding: 2rem clamp(1rem, 4vw, 3rem) }
.logo { display: inline-flex; align-items: center; gap: .5rem; font-size: 1.5rem; font-weight: 700;
  letter-spacing: -.03em; color: inherit; text-decoration: none } .logo svg { width: 1.75rem; height: 1.75rem }
h1 { font-size: clamp(1.75rem, 1.45rem + 1.3vw, 2.5rem); line-height: 1.1; font-weight: 600; letter-spacing: -.022em;
  margin: 2rem 0 1rem; text-wrap: balance; hyphens: auto } p { margin: 0 0 1rem; text-wrap: pretty }
.button { display: inline-flex; align-items: center; min-height: 2.75rem; padding: .375rem 1rem; box-sizing: border-box;
  border-radius: 6px; font-weight: 600; line-height: 1.25; text-decoration: none;
  background: light-dark(#11263d, #ffb64a); color: light-dark(#fff, #1a1203) }
.button:hover { background: light-dark(#1f4065, #ffc974) }
:focus-visible { outline: 2px solid var(--focus); outline-offset: 2px; border-radius: 3px }
#countdown { color: light-dark(#465669, #aab8c8) }
.id { font-size: .8125rem; color: light-dark(#5a697b, #8b9bad); margin: 2rem 0 0 }
`

/**
 * A retry reloads the page only once the server answers: a browser's own error page would never
 * retry.
 */
const SCRIPT = `
const countdown = document.getElementById('countdown')
const trying = document.getElementById('trying')
const waitMs = Number(countdown.dataset.seconds) * 1000
let dueMs = Date.now() + waitMs
function show() {
  const seconds = Math.max(0, Math.ceil((dueMs - Date.now()) / 1000))
  countdown.textContent = countdown.dataset.text.replace('{{seconds}}', seconds)
  countdown.hidden = false
  if (seconds === 0) tryAgain()
}
function tryAgain() {
  clearInterval(timer)
  trying.hidden = false
  countdown.hidden = true
  fetch('/health', { cache: 'no-store' }).then(() => location.reload(), () => {
    trying.hidden = true
    dueMs = Date.now() + waitMs
    timer = setInterval(show, 250)
  })
}
let timer = setInterval(show, 250)
show()
`
