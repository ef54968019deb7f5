import { useTranslation } from 'react-i18next'
import { undoDeletion } from '#contracts/accounts/auth.ts'
import { useCall } from '#web/api/use-call.ts'
import { pageLoader } from '#web/lib/app/page.tsx'
import { paths } from '#web/paths.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { MailLinkPage } from '#web/ui/mail-link-page.tsx'

function UndoDeletionPage() {
  const { t } = useTranslation(['forms', 'errors'])
  const call = useCall(undoDeletion)
  return (
    <MailLinkPage
      page="undoDeletion"
      call={call}
      title={(step) => t(`forms:undo.${titleKeys[step]}`)}
      question={t('forms:undo.text')}
      label={t(call.isPending ? 'forms:undo.submitting' : 'forms:undo.submit')}
    >
      {(step) => (
        <div className="grid gap-5">
          <p>{step === 'done' ? t('forms:undo.done.text') : t(`errors:undo_link_${step}`)}</p>
          <LinkButton
            to={paths.login()}
            variant={step === 'done' ? 'primary' : 'secondary'}
            size="lg"
          >
            {t(step === 'done' ? 'forms:toLogin' : 'forms:backToLogin')}
          </LinkButton>
        </div>
      )}
    </MailLinkPage>
  )
}

export { UndoDeletionPage as Component }

export const loader = pageLoader(['forms'])

const titleKeys = {
  asking: 'title',
  done: 'done.title',
  expired: 'expired',
  invalid: 'invalid',
} as const
