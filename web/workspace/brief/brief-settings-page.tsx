import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { BriefChannel, getBriefSettings, testBrief } from '#contracts/workspace/brief.ts'
import { PlanNote, Section, SettingsPage, useFailureToast } from '#web/accounts/api.ts'
import { q } from '#web/api/query.ts'
import { useCall } from '#web/api/use-call.ts'
import { pageLoader } from '#web/lib/app/page.tsx'
import { isPaid, useSession } from '#web/lib/session/session.tsx'
import { notify } from '#web/lib/toast.ts'
import { Button } from '#web/ui/button.tsx'
import { Loaded, Skeleton } from '#web/ui/feedback/loaded.tsx'
import { FeedAddress } from '#web/workspace/feeds/feed-dialog.tsx'
import { BriefForm } from './brief-form.tsx'

function BriefSettingsPage() {
  return <SettingsPage name="brief">{(user) => user && <Sections key={user.id} />}</SettingsPage>
}

export { BriefSettingsPage as Component }

export const loader = pageLoader(['brief', 'changes'])

function Sections() {
  const { t } = useTranslation('brief')
  const isIncluded = isPaid(useSession())
  const settings = useQuery({ ...q(getBriefSettings, {}), enabled: isIncluded })
  if (!isIncluded)
    return (
      <Section title={t('settings.title')} text={t('settings.text')}>
        <PlanNote>{t('settings.plan')}</PlanNote>
      </Section>
    )
  return (
    <>
      <Section title={t('settings.title')} text={t('settings.text')}>
        <Loaded
          query={settings}
          title={t('settings.load')}
          skeleton={<Skeleton className="grid gap-5" bones={['h-11', 'h-18', 'h-18', 'h-40']} />}
        >
          {(saved) => <BriefForm saved={saved} />}
        </Loaded>
      </Section>
      <Section title={t('test.title')} text={t('test.text')}>
        <div className="flex flex-wrap gap-2">
          {BriefChannel.options
            .filter((channel) => channel === 'mail' || settings.data?.hasWebhooks)
            .map((channel) => (
              <TestButton key={channel} channel={channel} />
            ))}
        </div>
      </Section>
      <Section title={t('feed.title')} text={t('feed.text')}>
        <FeedAddress kind="brief" />
      </Section>
    </>
  )
}

function TestButton({ channel }: { channel: BriefChannel }) {
  const { t } = useTranslation('brief')
  const fail = useFailureToast()
  const call = useCall(testBrief)
  const test = async () => {
    try {
      const { message } = await call.mutateAsync({ body: { channel } })
      notify({ kind: 'success', subject: 'brief', title: message })
    } catch (error) {
      fail('brief', error)
    }
  }
  return (
    <Button variant="secondary" size="sm" isBusy={call.isPending} onClick={() => void test()}>
      {t(call.isPending ? 'test.sending' : `test.${channel}`)}
    </Button>
  )
}
