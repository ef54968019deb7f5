import { useMemo } from 'react'
import { sanitiseHtml } from './sanitise-html.ts'

/** A shop's own description. The server sanitised it when reading it; the browser sanitises it again. */
export function ForeignText({ html }: { html: string }) {
  const safe = useMemo(() => sanitiseHtml(html), [html])
  return <div className="foreign-text text-base" dangerouslySetInnerHTML={{ __html: safe }} />
}
