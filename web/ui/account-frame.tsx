import { useEffect, useRef, type ReactNode } from 'react'
import { DawnPanel, type SunHeight } from '#web/ui/dawn-panel.tsx'
import { Card } from '#web/ui/card.tsx'

type Props = {
  title: ReactNode
  lead?: ReactNode
  /** Below the sheet: where else one may want to go. */
  after?: ReactNode
  /** Changes with what is shown here: then the title takes the focus, so that it is read out and the next Tab starts there. */
  step?: string
  /** It came in place of something else on the same page: the title takes the focus as it appears. */
  isNews?: boolean
  sun?: SunHeight
  children: ReactNode
}

/** What the screens of the way into an account share: one sheet, and beside it, where there is room, what awaits. */
export function AccountFrame({ title, lead, after, step, isNews = false, sun = 'half', children }: Props) {
  const heading = useRef<HTMLHeadingElement>(null)
  const shown = useRef(isNews ? null : step)
  useEffect(() => {
    if (shown.current === step) return
    shown.current = step
    heading.current?.focus()
  }, [step])

  return (
    // A screen high, so that the foot of the page does not jump when one step gives way to another.
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
