import { BadgeCheck, DoorOpen, FileSearch, Handshake } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { paths } from '#web/paths.ts'

const badges = [
  { name: 'evidence', Icon: FileSearch, to: null },
  { name: 'recheck', Icon: BadgeCheck, to: paths.freshness() },
  { name: 'polite', Icon: Handshake, to: null },
  { name: 'optOut', Icon: DoorOpen, to: paths.optOut() },
] as const

/** Promises that customers can hold us to; two of them link to the page that backs them up. */
export function TrustBadges() {
  const { t } = useTranslation('testimonials')
  return (
    <ul className="mt-6 grid gap-px overflow-hidden rounded-lg border border-line bg-line sm:grid-cols-2 xl:grid-cols-4">
      {badges.map(({ name, Icon, to }) => (
        <li key={name} className="relative flex gap-4 bg-surface p-5">
          <Icon className="mt-0.5 size-6 shrink-0 text-good" strokeWidth={1.75} aria-hidden />
          <div>
            <p className="font-semibold">
              <MaybeLink to={to}>{t(`badges.${name}.title`)}</MaybeLink>
            </p>
            <p className="mt-0.5 text-sm text-muted">{t(`badges.${name}.text`)}</p>
          </div>
        </li>
      ))}
    </ul>
  )
}

const MaybeLink = ({ to, children }: { to: string | null; children: ReactNode }) =>
  to === null ? (
    children
  ) : (
    <Link
      to={to}
      className="underline decoration-rule decoration-2 underline-offset-[0.2em] hover:decoration-ink after:absolute after:inset-0"
    >
      {children}
    </Link>
  )
