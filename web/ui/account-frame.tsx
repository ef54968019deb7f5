import { useEffect, useRef, type ReactNode } from 'react'
import { DawnPanel, type SunHeight } from '#web/ui/dawn-panel.tsx'
import { Card } from '#web/ui/card.tsx'

type Props = {
  title: ReactNode
  lead?: ReactNode
  /** Below the sheet: links to related pages. */
  after?: ReactNode
  /** A change of this value moves the focus to the title, so that screen readers announce it and the next Tab starts there. */
  step?: string
  /** The screen replaces other content of the same page, so the title takes the focus when it appears. */
  isNews?: boolean
  sun?: SunHeight
  children: ReactNode
}

/** Common frame of the account screens: one sheet, and on wide screens a panel beside it about what comes next. */
export function AccountFrame({ title, lead, after, step, isNews = false, sun = 'half', children }: Props) {
  const heading = useRef<HTMLHeadingElement>(null)
  const shown = useRef(isNews ? null : step)
  useEffect(() => {
    if (shown.current === step) return
    shown.current = step
    heading.current?.focus()
  }, [step])

  return (
    // One screen high, so that the footer does not jump between steps.
    <div className="page grid min-h-dvh grid-cols-[minmax(0,32rem)] content-start justify-center gap-x-20 py-10 sm:py-16 lg:grid-cols-[minmax(0,32rem)_minmax(0,25rem)] xl:gap-x-28">
      <div>
        <h1 ref={heading} tabIndex={-1} className="text-2xl outline-none">
          {title}
        </h1>
        {lead != null && <p className="mt-1.5 text-muted">{lead}</p>}
        <Card className="mt-6 p-5 sm:p-7">{children}</Card>
        {after != null && <div className="mt-5 grid gap-2 text-sm text-muted">{after}</div>}
      </div>
      <DawnPanel sun={sun} />
    </div>
  )
}
