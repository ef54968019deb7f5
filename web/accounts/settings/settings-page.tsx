import { LogIn, UserRound } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { cn } from '#web/lib/cn.ts'
import { rememberWay } from '#web/lib/navigation/way.ts'
import type { SessionUser } from '#web/lib/session/session-user.ts'
import { useSession, visitorOf } from '#web/lib/session/session.tsx'
import { paths } from '#web/paths.ts'
import { Card } from '#web/ui/card.tsx'
import { LinkButton } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { Skeleton } from '#web/ui/feedback/loaded.tsx'

/** Says why nothing can be changed; it describes the disabled groups. */
export const BANNER_ID = 'settings-banner'

type Props = {
  name: 'user' | 'plan' | 'preferences' | 'brief' | 'api' | 'deliveries'
  /** `null` = not signed in: everything is visible but read-only. */
  children: (user: SessionUser | null) => ReactNode
}

export function SettingsPage({ name, children }: Props) {
  const session = useSession()
  const visitor = visitorOf(session)
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      {visitor === 'unknown' ? (
        <SettingsSkeleton name={name} />
      ) : (
        <>
          {visitor === 'anonymous' && <SignedOutBanner />}
          {visitor === 'guest' && name === 'user' && <GuestBanner />}
          {children(session.status === 'signed-in' ? session.user : null)}
        </>
      )}
    </div>
  )
}

function SignedOutBanner() {
  const { t } = useTranslation(['settings', 'navigation'])
  return (
    <Notice id={BANNER_ID} icon={LogIn} title={t('signedOut.title')}>
      <p>{t('signedOut.text')}</p>
      <Link to={paths.login()} onClick={() => rememberWay()} className="link font-semibold">
        {t('navigation:login')}
      </Link>
    </Notice>
  )
}

function GuestBanner() {
  const { t } = useTranslation('settings')
  return (
    <Notice icon={UserRound} title={t('guest.title')}>
      <p>{t('guest.text')}</p>
      <Link to={paths.pricing()} className="link font-semibold">
        {t('guest.plans')}
      </Link>
    </Notice>
  )
}

/** As high as the loaded sections, so that nothing moves when they appear. */
const bones: Record<Props['name'], readonly string[]> = {
  user: ['h-[47.5rem] sm:h-[31.75rem]', 'h-16.5', 'h-48 sm:h-38', 'h-64'],
  plan: ['h-99 sm:h-73', 'h-241 md:h-112', 'h-41 sm:h-31'],
  preferences: ['h-81 sm:h-59', 'h-45.5 sm:h-42', 'h-51 sm:h-42'],
  brief: ['h-140 sm:h-128', 'h-33', 'h-40'],
  api: ['h-64 sm:h-50', 'h-64 sm:h-50'],
  deliveries: ['h-128'],
}

const SettingsSkeleton = ({ name }: Pick<Props, 'name'>) => (
  <Skeleton className="grid gap-6" bones={bones[name].map((height) => cn('rounded-lg', height))} />
)

type SectionProps = {
  title: ReactNode
  text?: ReactNode
  isDangerous?: boolean
  children: ReactNode
}

export function Section({ title, text, isDangerous = false, children }: SectionProps) {
  const id = useId()
  return (
    <Card
      role="region"
      aria-labelledby={id}
      className={cn('p-5 sm:p-6', isDangerous && 'border-bad')}
    >
      <h2 id={id} tabIndex={-1} className={cn('text-lg outline-none', isDangerous && 'text-bad')}>
        {title}
      </h2>
      {text != null && <p className="mt-1 text-sm text-muted">{text}</p>}
      <div className="mt-5">{children}</div>
    </Card>
  )
}

export function PlanNote({ children }: { children: ReactNode }) {
  const { t } = useTranslation('settings')
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
      <p className="text-sm text-muted">{children}</p>
      <LinkButton variant="secondary" to={paths.pricing()}>
        {t('guest.plans')}
      </LinkButton>
    </div>
  )
}
