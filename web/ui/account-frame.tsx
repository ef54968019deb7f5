import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSite } from '#web/lib/app/site.tsx'
import { cn } from '#web/lib/cn.ts'
import { Card } from './card.tsx'
import { Button } from './button.tsx'
import { useNavigate } from 'react-router'

type Props = {
  title: ReactNode
  lead?: ReactNode
  after?: ReactNode
  /**
   * A change moves the focus to the title, so that screen readers announce it and Tab starts there.
   */
  step?: string
  /** Replaces other content of the same page, so the title takes the focus when it appears. */
  isNews?: boolean
  sun?: SunHeight
  children: ReactNode
}

/** One sheet, and on wide screens a panel beside it about what comes next. */
export function AccountFrame({
  title,
  lead,
  after,
  step,
  isNews = false,
  sun = 'half',
  children,
}: Props) {
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
        <Card className="mt-6 grid gap-5 p-5 sm:p-7">{children}</Card>
        {after != null && <div className="mt-5 grid gap-2 text-sm text-muted">{after}</div>}
      </div>
      <DawnPanel sun={sun} />
    </div>
  )
}

/** Progress of the account's screens: waiting for a mail, opening its link, done. */
export type SunHeight = 'low' | 'half' | 'up'

const WIDTH = 400
const HORIZON_Y = 200
const SUN_X = WIDTH / 2
const SUN_RADIUS = 88
const rings = [124, 160, 196]
/** The rings of a risen sun extend above the picture. */
const ABOVE = 120
const centres: Record<SunHeight, number> = {
  low: HORIZON_Y + 52,
  half: HORIZON_Y,
  up: HORIZON_Y - SUN_RADIUS - 12,
}
/** Each line is shorter than the one above it, as in the logo. */
const rows = [
  ['open', 'before:w-full'],
  ['proof', 'before:w-2/3'],
  ['honest', 'before:w-1/3'],
] as const

/** The sun over lines of a ledger, each with a sentence. Only on wide screens. */
function DawnPanel({ sun }: { sun: SunHeight }) {
  const { t } = useTranslation('forms')
  return (
    <aside aria-label={t('frame.label')} className="max-lg:hidden">
      <Dawn centreY={centres[sun]} />
      <ul>
        {rows.map(([name, line]) => (
          <li
            key={name}
            className={cn('pb-6 before:mb-3 before:block before:h-0.5 before:bg-ink', line)}
          >
            <p className="font-semibold">{t(`frame.${name}.title`)}</p>
            <p className="mt-0.5 text-sm text-muted">{t(`frame.${name}.text`)}</p>
          </li>
        ))}
      </ul>
    </aside>
  )
}

function Dawn({ centreY }: { centreY: number }) {
  const above = useId()
  return (
    <svg viewBox={`0 0 ${WIDTH} ${HORIZON_Y}`} className="w-full overflow-visible" aria-hidden>
      <clipPath id={above}>
        <rect y={-ABOVE} width={WIDTH} height={ABOVE + HORIZON_Y} />
      </clipPath>
      <g clipPath={`url(#${above})`}>
        {rings.map((radius) => (
          <circle
            key={radius}
            cx={SUN_X}
            cy={centreY}
            r={radius}
            className="fill-none stroke-sun [transition:cy_700ms_ease-out]"
            strokeOpacity="0.45"
            strokeDasharray="1 6"
            strokeLinecap="round"
            strokeWidth="1.5"
          />
        ))}
        <circle
          cx={SUN_X}
          cy={centreY}
          r={SUN_RADIUS}
          className="fill-sun [transition:cy_700ms_ease-out]"
        />
      </g>
    </svg>
  )
}

/** Contact for people who cannot get into their account. */
export function SupportLine() {
  const { t } = useTranslation('forms')
  return (
    <p>
      {t('support')} <SupportLink />
    </p>
  )
}

export function SupportLink() {
  const { supportEmail } = useSite()
  return (
    <a href={`mailto:${supportEmail}`} className="link inline-block max-w-full wrap-anywhere">
      {supportEmail}
    </a>
  )
}

/** Unbroken if it fits on a line, and excluded from translation. */
export function Address({ children }: { children: string }) {
  return (
    <strong className="inline-block max-w-full font-semibold wrap-anywhere text-ink" translate="no">
      {children}
    </strong>
  )
}

type RedirectNoticeProps = {
  to: 'login' | 'pricing'
  redirect: ReturnType<typeof useTimedRedirect>
}

export function RedirectNotice({ to, redirect }: RedirectNoticeProps) {
  const { t } = useTranslation('forms')
  return (
    <div className="flex min-h-11 flex-wrap items-center justify-between gap-x-4 gap-y-1 text-sm text-muted">
      <p role="status">{t(redirect.isRunning ? `redirect.${to}` : 'redirect.stopped')}</p>
      {redirect.isRunning && (
        <Button variant="quiet" size="sm" onClick={redirect.stop}>
          {t('redirect.stop')}
        </Button>
      )}
    </div>
  )
}

/** Unless the visitor stops it. With null the countdown does not start. */
export function useTimedRedirect(to: string | null, delayMs: number) {
  const navigate = useNavigate()
  const [isStopped, setStopped] = useState(false)
  const isRunning = to !== null && !isStopped

  useEffect(() => {
    if (to === null || isStopped) return
    // Replaces this history entry, because Back would only lead here again.
    const timer = setTimeout(() => void navigate(to, { replace: true }), delayMs)
    return () => clearTimeout(timer)
  }, [to, delayMs, isStopped, navigate])

  return { isRunning, stop: () => setStopped(true) }
}
