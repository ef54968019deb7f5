import { type ReactNode, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { cn } from '#web/lib/cn.ts'
import { useBrowserValue } from '#web/lib/create-store.ts'
import { useSession, visitorOf } from '#web/lib/session/session.tsx'
import { paths } from '#web/paths.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { Bone } from '#web/ui/feedback/loaded.tsx'

type Props = {
  /** Anchor for links into the page. */
  id?: string
  labelledBy: string
  /** How long the skeleton covers the section. */
  overlayMs?: 400 | 100
  className?: string
  children: ReactNode
}

/**
 * A band of the landing page. Its skeleton covers the finished content and disappears by itself.
 */
export function Section({ id, labelledBy, overlayMs = 400, className, children }: Props) {
  return (
    <section id={id} aria-labelledby={labelledBy} className={cn('relative', className)}>
      <div className="page py-6 sm:py-8">{children}</div>
      <LoadingOverlay minMs={overlayMs}>
        <div className="page py-6 sm:py-8">
          <Bone className="h-9 w-full max-w-md" />
          <Bone className="mt-5 h-5 w-full max-w-xl" />
          <Bone className="mt-10 h-60 w-full rounded-lg" />
        </div>
      </LoadingOverlay>
    </section>
  )
}

/** After a link that leads on. Decorative. */
export const Arrow = () => (
  <svg
    viewBox="0 0 24 24"
    className="size-4 shrink-0 fill-none stroke-current stroke-2 [stroke-linecap:round] [stroke-linejoin:round]"
    aria-hidden
  >
    <path d="M5 12h14M13 6l6 6-6 6" />
  </svg>
)

export const ArrowLink = ({ to, children }: { to: string; children: ReactNode }) => (
  <Link
    to={to}
    className="link inline-flex min-h-6 items-center gap-1.5 font-semibold pointer-coarse:min-h-11"
  >
    {children}
    <Arrow />
  </Link>
)

// Set only in browsers (effects do not run on the server), so that a page that was shown once is
// not covered again.
let wasShown = false

/**
 * Whether the server rendered this page, as opposed to a client-side navigation. True on the
 * server, and also in a part that hydrates later than the rest.
 */
export function useFirstPage(): boolean {
  const isFirst = useBrowserValue(
    () => !wasShown,
    () => true,
  )
  return useState(isFirst)[0]
}

/** Minimum time of the overlay in milliseconds: section 9 of the specification. */
type OverlayTime = 600 | 400 | 100
const times: Record<OverlayTime, string> = { 600: '', 400: 'veil-400', 100: 'veil-100' }

type OverlayProps = { minMs?: OverlayTime; children: ReactNode }

/**
 * A skeleton that covers server-rendered content. CSS alone removes it, so it also disappears
 * without a script, and nothing moves. The parent must be `relative`; the overlay takes no clicks
 * and is hidden from screen readers.
 */
export function LoadingOverlay({ minMs = 600, children }: OverlayProps) {
  const isShown = useFirstPage()
  useEffect(() => {
    wasShown = true
  }, [])
  if (!isShown) return null
  return (
    <div className={cn('veil', times[minMs])} aria-hidden data-print="no">
      {children}
    </div>
  )
}

type NextStepProps = { label: string; to?: string; isLink?: boolean }

/**
 * The next step for each visitor: sign-up (`label`) for visitors, a plan for guests, the dashboard
 * for everyone else. As a link where the page already has its button.
 */
export function NextStep({ label, to = paths.register(), isLink = false }: NextStepProps) {
  const { t } = useTranslation('hero')
  const visitor = visitorOf(useSession())
  const steps = {
    anonymous: { to, text: label },
    guest: { to: paths.pricing(), text: t('seePricing') },
    paid: { to: paths.app(), text: t('toDashboard') },
  }
  const step = steps[visitor === 'unknown' ? 'paid' : visitor]
  if (!isLink)
    return (
      <LinkButton to={step.to} size="lg">
        {step.text}
      </LinkButton>
    )
  return <ArrowLink to={step.to}>{step.text}</ArrowLink>
}
