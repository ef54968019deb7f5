import createPurifier from 'dompurify'
import { useMemo } from 'react'

/**
 * A shop's own description. The server sanitised it when reading it; the browser sanitises it
 * again.
 */
export function SanitisedHtml({ html }: { html: string }) {
  const safe = useMemo(() => sanitiseHtml(html), [html])
  return <div className="foreign-text text-base" dangerouslySetInnerHTML={{ __html: safe }} />
}

const ALLOWED_TAGS =
  'a b blockquote br code dd div dl dt em h1 h2 h3 h4 h5 h6 hr i img li ol p pre s small span strong sub sup table tbody td th thead tr u ul'.split(
    ' ',
  )

const WEB_ADDRESS = /^https?:\/\//i

let purifier: ReturnType<typeof createPurifier> | null = null

/**
 * HTML that can neither run code nor affect the page around it: no scripts, styles, classes, ids,
 * forms or frames. Links open in a new tab and send no referrer; pictures load lazily and only over
 * http(s).
 */
function sanitiseHtml(html: string): string {
  purifier ??= configured()
  return purifier.sanitize(html, {
    ALLOWED_TAGS,
    ALLOWED_ATTR: [
      'href',
      'src',
      'alt',
      'width',
      'height',
      'colspan',
      'rowspan',
      'target',
      'rel',
      'loading',
      'referrerpolicy',
    ],
    ALLOW_DATA_ATTR: false,
    ALLOW_ARIA_ATTR: false,
    ALLOWED_URI_REGEXP: WEB_ADDRESS,
  })
}

function configured(): ReturnType<typeof createPurifier> {
  const purify = createPurifier(window)
  purify.addHook('afterSanitizeAttributes', (node) => {
    if (node.tagName === 'A') {
      node.setAttribute('target', '_blank')
      node.setAttribute('rel', 'noopener nofollow ugc noreferrer')
    }
    if (node.tagName === 'IMG') {
      node.setAttribute('loading', 'lazy')
      node.setAttribute('referrerpolicy', 'no-referrer')
      if (!node.hasAttribute('alt')) node.setAttribute('alt', '')
    }
  })
  return purify
}
