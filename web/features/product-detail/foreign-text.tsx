import { useMemo } from 'react'
import { sanitiseHtml } from './sanitise-html.ts'

/** A shop's own description. Sanitised on the server when it was read, and again here. */
export function ForeignText({ html }: { html: string }) {
  const safe = useMemo(() => sanitiseHtml(html), [html])
  return <div className="foreign-text text-base" dangerouslySetInnerHTML={{ __html: safe }} />
}
