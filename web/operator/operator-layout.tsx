import { useQuery } from '@tanstack/react-query'
import {
  EyeOff,
  Gauge,
  type LucideIcon,
  Mail,
  MailX,
  MessageSquare,
  OctagonX,
  ScrollText,
  SlidersHorizontal,
  ToggleRight,
  Users,
} from 'lucide-react'
import { type ReactNode, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { Outlet } from 'react-router'
import {
  closeOperatorSession,
  getOperatorSession,
  openOperatorSession,
} from '#contracts/operator/session.ts'
import { q, useReload } from '#web/api/query.ts'
import { useCall } from '#web/api/use-call.ts'
import { pageLoader, PageMeta } from '#web/lib/app/page.tsx'
import { useFormats } from '#web/lib/i18n/format.ts'
import { type ConsoleSection, consoleSections } from '#web/lib/navigation/work-screen.ts'
import { rememberWay } from '#web/lib/navigation/way.ts'
import { useSession, visitorOf } from '#web/lib/session/session.tsx'
import { paths } from '#web/paths.ts'
import { SideMenu } from '#web/ui/side-menu.tsx'
import { Button, LinkButton } from '#web/ui/button.tsx'
import { Skeleton } from '#web/ui/feedback/loaded.tsx'
import { ErrorState } from '#web/ui/feedback/error-state.tsx'
import { EmptyState } from '#web/ui/feedback/states.tsx'
import { useForm } from 'react-hook-form'
import { Card } from '#web/ui/card.tsx'
import { Field, Input } from '#web/ui/form/form-controls.tsx'
import { FormFailure, useFormCall } from '#web/ui/form/form-call.tsx'

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
  // Each section has its own title.
  if (isSignedIn && data?.isOperator && data.until !== null) return children(data.until)
  return (
    <>
      <PageMeta page="operator" noindex />
      {visitorOf(session) === 'anonymous' ? (
        <Refusal kind="signedOut" to={paths.login()} />
      ) : error !== null && !data ? (
        <ErrorState headingLevel="h1" error={error} onRetry={() => void refetch()} />
      ) : !isSignedIn || !data ? (
        <GateSkeleton />
      ) : data.isOperator ? (
        <CodeForm />
      ) : (
        <Refusal kind="noOperator" to={paths.home()} />
      )}
    </>
  )
}

type RefusalProps = { kind: 'signedOut' | 'noOperator'; to: string }

function Refusal({ kind, to }: RefusalProps) {
  const { t } = useTranslation(['operator', 'navigation'])
  return (
    <EmptyState
      headingLevel="h1"
      title={t(`gate.${kind}.title`)}
      action={
        <LinkButton to={to} onClick={() => rememberWay()}>
          {kind === 'signedOut' ? t('navigation:login') : t('gate.noOperator.home')}
        </LinkButton>
      }
    >
      {t(`gate.${kind}.text`)}
    </EmptyState>
  )
}

const GateSkeleton = () => (
  <div className="page min-h-dvh py-10">
    <Skeleton className="grid max-w-lg gap-4" bones={['h-9 w-64', 'h-44 rounded-lg']} />
  </div>
)

/** The console closes on the server at that time, so the page closes too. */
function useRefetchAt(until: string | null): void {
  const reload = useReload()
  useEffect(() => {
    if (until === null) return
    const timer = setTimeout(
      () => void reload(getOperatorSession),
      Math.max(0, Date.parse(until) - Date.now()) + 500,
    )
    return () => clearTimeout(timer)
  }, [reload, until])
}

const icons: Record<ConsoleSection, LucideIcon> = {
  overview: Gauge,
  accounts: Users,
  messages: MessageSquare,
  optOuts: EyeOff,
  deliveries: Mail,
  bounces: MailX,
  jobs: OctagonX,
  limits: SlidersHorizontal,
  features: ToggleRight,
  audit: ScrollText,
}

function Console({ until }: { until: string }) {
  const { t } = useTranslation('operator')
  return (
    <div className="page page-wide grid min-h-dvh grid-cols-[minmax(0,1fr)] content-start gap-x-10 gap-y-6 py-6 sm:py-10 lg:grid-cols-[13rem_minmax(0,1fr)]">
      <SideMenu
        label={t('menu.label')}
        entries={consoleSections.map(({ name, to }) => ({
          to,
          text: t(`menu.${name}`),
          Icon: icons[name],
          isExact: to === paths.operator(),
        }))}
      >
        <OpenUntil until={until} />
      </SideMenu>
      <div className="min-w-0">
        <Outlet />
      </div>
    </div>
  )
}

function OpenUntil({ until }: { until: string }) {
  const { t } = useTranslation('operator')
  const formats = useFormats()
  const reload = useReload()
  const close = useCall(closeOperatorSession, { onSettled: () => reload(getOperatorSession) })
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

const CODE = /^\s*\d{3} ?\d{3}\s*$/

function CodeForm() {
  const { t } = useTranslation('operator')
  const form = useForm<{ code: string }>({ defaultValues: { code: '' } })
  const reload = useReload()
  const open = useCall(openOperatorSession)
  const send = async ({ code }: { code: string }) => {
    await open.mutateAsync({ body: { code: code.trim() } })
    await reload(getOperatorSession)
  }
  const { submit, failure, isBusy } = useFormCall(form, send, ({ code }) => {
    form.resetField('code')
    return code === 'wrong_code' ? { field: 'code' } : null
  })
  return (
    <div className="page grid min-h-dvh content-start justify-center grid-cols-[minmax(0,26rem)] py-10 sm:py-16">
      <h1 className="text-2xl">{t('code.title')}</h1>
      <p className="mt-1.5 text-muted">{t('code.lead')}</p>
      <Card className="mt-6 p-5 sm:p-7">
        <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-5">
          <FormFailure error={failure} fallback="internal" />
          <Field
            label={t('code.label')}
            hint={t('code.hint')}
            error={form.formState.errors.code?.message}
          >
            {(control) => (
              <Input
                {...control}
                {...form.register('code', {
                  validate: (code) => CODE.test(code) || t('code.digits'),
                })}
                inputMode="numeric"
                autoComplete="one-time-code"
                maxLength={8}
                className="font-mono text-lg tracking-widest"
              />
            )}
          </Field>
          <Button type="submit" size="lg" isBusy={isBusy}>
            {t('code.submit')}
          </Button>
        </form>
      </Card>
    </div>
  )
}
