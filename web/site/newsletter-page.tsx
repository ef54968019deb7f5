import { useTranslation } from 'react-i18next'
import { confirmNewsletter } from '#contracts/site/mail-subscriptions.ts'
import { useCall } from '#web/api/use-call.ts'
import { pageLoader } from '#web/lib/app/page.tsx'
import { paths } from '#web/paths.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { MailLinkPage } from '#web/ui/mail-link-page.tsx'

/** A link expires when its address has unsubscribed since, too. */
function NewsletterPage() {
  const { t } = useTranslation(['forms', 'errors'])
  const call = useCall(confirmNewsletter)
  return (
    <MailLinkPage
      page="newsletter"
      call={call}
      title={(step) => t(`forms:newsletter.${titleKeys[step]}`)}
      question={t('forms:newsletter.text')}
      label={t(call.isPending ? 'forms:newsletter.submitting' : 'forms:newsletter.submit')}
    >
      {(step) => (
        <div className="grid gap-5">
          <p>
            {step === 'done'
              ? t('forms:newsletter.done.text')
              : t(`errors:newsletter_link_${step}`)}
          </p>
          <LinkButton to={paths.home()} variant="secondary" size="lg">
            {t('forms:newsletter.done.home')}
          </LinkButton>
        </div>
      )}
    </MailLinkPage>
  )
}

export { NewsletterPage as Component }

export const loader = pageLoader(['forms'])

const titleKeys = {
  asking: 'title',
  done: 'done.title',
  expired: 'invalid',
  invalid: 'invalid',
} as const
