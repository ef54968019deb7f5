import { useTranslation } from 'react-i18next'
import { PageMeta } from '#web/lib/page-meta.tsx'
import { AccountFrame } from '#web/ui/account-frame.tsx'
import { SupportLine } from '#web/ui/support-line.tsx'
import { UnsubscribePanel } from './unsubscribe-panel.tsx'
import type { UnsubscribeState } from './unsubscribe-state.ts'
import { useUnsubscribe } from './use-unsubscribe.ts'

/** One button, no sign-in. Scanners open the links in mails too, so opening the page changes nothing. */
export function UnsubscribePage() {
  const { t } = useTranslation('forms')
  const unsubscribing = useUnsubscribe()
  const title = titleKeys[unsubscribing.state.kind]
  return (
    <>
      <PageMeta page="unsubscribe" noindex />
      <AccountFrame title={t(`unsubscribe.${title}`)} step={title} sun="low" after={<SupportLine />}>
        <UnsubscribePanel {...unsubscribing} />
      </AccountFrame>
    </>
  )
}

const titleKeys = {
  looking: 'title',
  unknown: 'title',
  asking: 'title',
  turningOff: 'title',
  stillOn: 'title',
  off: 'done.title',
  turningOn: 'done.title',
  stillOff: 'done.title',
  on: 'on.title',
  invalid: 'invalid',
} as const satisfies Record<UnsubscribeState['kind'], string>
