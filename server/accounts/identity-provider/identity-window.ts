import type { FastifyReply, FastifyRequest } from 'fastify'
import { IDENTITY_CHANNEL } from '#contracts/accounts/auth.ts'
import type { Language } from '#i18n/languages.ts'
import { escapeMarkup } from '#server/platform/escape-markup.ts'
import { pageLanguageOf } from '#server/platform/http/error-messages.ts'
import type { App } from '#server/platform/http/route.ts'
import type { ProviderAnswer } from './google-sign-in.ts'

const CONFIRM_WITHIN_MS = 3_000

/**
 * The last page of the provider's window. Its script passes the answer to our pages over a
 * same-origin channel, which works even where the provider separated this window from its opener.
 */
export function sendIdentityWindow(
  say: App['say'],
  request: FastifyRequest,
  reply: FastifyReply,
  answer: ProviderAnswer,
): FastifyReply {
  const language = pageLanguageOf(request)
  return reply
    .headers({
      'content-type': 'text/html; charset=utf-8',
      'content-language': language,
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      // A stricter value would separate this window from its opener, which could then not close it.
      'cross-origin-opener-policy': 'unsafe-none',
    })
    .send(
      pageIn(language, (key) => escapeMarkup(say(language, `identity_window_${key}`)), {
        nonce: request.nonce,
        answer,
      }),
    )
}

const script = `
history.replaceState(null, '', location.pathname)
const answer = JSON.parse(document.body.dataset.answer)
const show = (when) => {
  for (const text of document.querySelectorAll('[data-when]')) text.hidden = text.dataset.when !== when
}
if (!answer) show('alone')
else {
  show('wait')
  const late = setTimeout(() => show('alone'), ${CONFIRM_WITHIN_MS})
  const channel = new BroadcastChannel('${IDENTITY_CHANNEL}')
  channel.onmessage = ({ data }) => {
    if (data?.kind !== 'taken' || data.state !== answer.state) return
    clearTimeout(late)
    show('done')
    close()
  }
  channel.postMessage({ kind: 'answered', ...answer })
}
`

const style = `
:root { color-scheme: light dark; background: light-dark(#f4f6f8, #0a121b); color: light-dark(#13202f, #eef2f5) }
body { font: 17px/1.5 system-ui, sans-serif; display: grid; place-content: center; min-height: 100vh; margin: 0; padding: 0 24px }
main { max-width: 24rem; text-align: center } h1 { font-size: 1.25rem }
`

const pageIn = (
  language: Language,
  text: (key: string) => string,
  { nonce, answer }: { nonce: string; answer: ProviderAnswer },
) => `<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex"><title>${text('title')} – Storedawn</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml"><style nonce="${nonce}">${style}</style></head>
<body data-answer="${escapeMarkup(JSON.stringify(answer))}"><main><h1>${text('title')}</h1>
<div role="status"><p data-when="wait" hidden>${text('wait')}</p>
<p data-when="done" hidden>${text('done')}</p>
<p data-when="alone" hidden>${text('alone')}</p></div>
<noscript><p>${text('no_script')}</p></noscript>
</main><script nonce="${nonce}">${script}</script></body></html>
`
