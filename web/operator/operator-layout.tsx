import { useQuery, useQueryClient } from '@tanstack/react-query'
import {
  EyeOff,
  Gauge,
  type LucideIcon,
  Mail,
  MessageSquare,
  OctagonX,
  ScrollText,
  SlidersHorizontal,
  ToggleRight,
  Users,
} from 'lucide-react'
import { type ReactNode, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { NavLink, Outlet } from 'react-router'
import { closeOperatorSession, getOperatorSession } from '#contracts/operator/session.ts'
import { q, useCall } from '#web/api/query.ts'
import { pageLoader, PageMeta } from '#web/lib/app/page.tsx'
import { useFormats } from '#web/lib/i18n/format.ts'
import { type ConsoleSection, consoleSections } from '#web/lib/navigation/work-screen.ts'
import { rememberWay } from '#web/lib/navigation/way.ts'
import { useSession, visitorOf } from '#web/lib/session/session.tsx'
import { paths } from '#web/paths.ts'
import { Button, LinkButton } from '#web/ui/button.tsx'
import { Bone, Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { EmptyState, ErrorState } from '#web/ui/feedback/states.tsx'
import { CodeForm } from './code-form.tsx'

/** The console of those who run the installation: its sections once a code has opened it. */
function OperatorLayout() {
  return <Gate>{(until) => <Console until={until} />}</Gate>
}

export { OperatorLayout as Component }

export const loader = pageLoader(['operator', 'forms'])

/** The server refuses each call by itself; this only explains how to get in. */
function Gate({ children }: { children: (until: string) => ReactNode }) {
  const session = useSession()
  const isSignedIn = session.status === 'signed-in'
  const { data, error, refetch } = useQuery({
    ...q(getOperatorSession, {}),
    enabled: isSignedIn,
    staleTime: 0,
  })
  useRefetchAt(data?.until ?? null)
  const isOpen = isSignedIn && data?.isOperator === true && data.until !== null
  // Each section has its own title.
  if (isOpen && data.until !== null) return children(data.until)
  const isFailed = error !== null && !data
  return (
    <>
      <PageMeta page="operator" noindex />
      {visitorOf(session) === 'anonymous' ? (
        <Refusal kind="signedOut" to={paths.login()} action="logIn" />
      ) : isFailed ? (
        <ErrorState headingLevel="h1" error={error} onRetry={() => void refetch()} />
      ) : !isSignedIn || !data ? (
        <GateSkeleton />
      ) : data.isOperator ? (
        <CodeForm />
      ) : (
        <Refusal kind="noOperator" to={paths.home()} action="home" />
      )}
    </>
  )
}

type RefusalProps = { to: string } & (
  | { kind: 'signedOut'; action: 'logIn' }
  | { kind: 'noOperator'; action: 'home' }
)

function Refusal({ kind, to, action }: RefusalProps) {
  const { t } = useTranslation(['operator', 'navigation'])
  const label = action === 'logIn' ? t('navigation:login') : t('gate.noOperator.home')
  return (
    <EmptyState
      headingLevel="h1"
      title={t(`gate.${kind}.title`)}
      action={
        <LinkButton to={to} onClick={() => rememberWay()}>
          {label}
        </LinkButton>
      }
    >
      {t(`gate.${kind}.text`)}
    </EmptyState>
  )
}

const GateSkeleton = () => (
  <div className="page min-h-dvh py-10">
    <Skeleton className="grid max-w-lg gap-4">
      <Bone className="h-9 w-64" />
      <Bone className="h-44 rounded-lg" />
    </Skeleton>
  </div>
)

/** The console closes on the server at that time, so the page closes too. */
function useRefetchAt(until: string | null): void {
  const client = useQueryClient()
  useEffect(() => {
    if (until === null) return
    const timer = setTimeout(
      () => void client.invalidateQueries({ queryKey: [getOperatorSession.name] }),
      Math.max(0, Date.parse(until) - Date.now()) + 500,
    )
    return () => clearTimeout(timer)
  }, [client, until])
}

const icons: Record<ConsoleSection, LucideIcon> = {
  overview: Gauge,
  accounts: Users,
  messages: MessageSquare,
  optOuts: EyeOff,
  deliveries: Mail,
  jobs: OctagonX,
  limits: SlidersHorizontal,
  features: ToggleRight,
  audit: ScrollText,
}

function Console({ until }: { until: string }) {
  const { t } = useTranslation('operator')
  return (
    <div className="page page-wide grid min-h-dvh grid-cols-[minmax(0,1fr)] content-start gap-x-10 gap-y-6 py-6 sm:py-10 lg:grid-cols-[13rem_minmax(0,1fr)]">
      <div className="border-line max-lg:border-b max-lg:pb-3 lg:sticky lg:top-[calc(var(--spacing-below)+1.5rem)] lg:self-start">
        <nav aria-label={t('menu.label')}>
          <div className="-mx-3 flex flex-wrap gap-1 lg:mx-0 lg:grid">
            {consoleSections.map(({ name, to }) => (
              <NavLink
                key={name}
                to={to}
                end={to === paths.operator()}
                className="flex min-h-11 items-center gap-2.5 rounded-md px-3 py-1.5 text-sm font-semibold text-muted hover:bg-sunken hover:text-ink aria-[current=page]:bg-sunken aria-[current=page]:text-ink"
              >
                <SectionIcon of={name} />
                {t(`menu.${name}`)}
              </NavLink>
            ))}
          </div>
        </nav>
        <OpenUntil until={until} />
      </div>
      <div className="min-w-0">
        <Outlet />
      </div>
    </div>
  )
}

function SectionIcon({ of }: { of: ConsoleSection }) {
  const Icon = icons[of]
  return <Icon className="size-4.5 shrink-0 max-sm:hidden" aria-hidden />
}

function OpenUntil({ until }: { until: string }) {
  const { t } = useTranslation('operator')
  const formats = useFormats()
  const client = useQueryClient()
  const close = useCall(closeOperatorSession, {
    onSettled: () => client.invalidateQueries({ queryKey: [getOperatorSession.name] }),
  })
  return (
    <div className="mt-3 flex flex-wrap items-center gap-x-4 gap-y-2 text-sm text-muted lg:mt-6 lg:grid lg:justify-items-start lg:px-3">
      <p>
        {t('open.until')} <time dateTime={until}>{formats.moment(until)}</time>
      </p>
      <Button
        variant="secondary"
        size="sm"
        isBusy={close.isPending}
        onClick={() => close.mutate({})}
      >
        {t('open.close')}
      </Button>
    </div>
  )
}
