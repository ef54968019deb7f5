import { useEffect, useRef } from 'react'
import { Trans, useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useHydrated } from '#web/lib/browser/session-text.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { Input } from '#web/ui/form/form-controls.tsx'
import { Textarea } from '#web/ui/form/textarea.tsx'
import { useContactForm } from './use-contact-form.ts'

export function ContactForm() {
  const { t } = useTranslation('contact')
  const isHydrated = useHydrated()
  const { formId, register, errors, submit, isSending, sentTo } = useContactForm()
  return (
    <Card className="p-5 sm:p-7">
      <h2 className="text-xl">{t('form.title')}</h2>
      <form id={formId} noValidate onSubmit={submit} className="mt-5 grid grid-cols-1 gap-5">
        {sentTo !== null && <SentNotice email={sentTo} />}
        <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,14rem),1fr))] gap-5">
          <Field label={t('form.name')} error={errors.fullName?.message}>
            {(control) => (
              <Input
                {...control}
                {...register('fullName')}
                required
                autoComplete="name"
                placeholder={t('form.namePlaceholder')}
              />
            )}
          </Field>
          <Field label={t('form.email')} error={errors.email?.message}>
            {(control) => (
              <Input
                {...control}
                {...register('email')}
                required
                type="email"
                autoComplete="email"
                inputMode="email"
                placeholder={t('form.emailPlaceholder')}
              />
            )}
          </Field>
        </div>
        <Field label={t('form.subject')} error={errors.subject?.message}>
          {(control) => (
            <Input
              {...control}
              {...register('subject')}
              required
              placeholder={t('form.subjectPlaceholder')}
            />
          )}
        </Field>
        <Field label={t('form.message')} hint={t('form.messageHint')} error={errors.message?.message}>
          {(control) => (
            <Textarea
              {...control}
              {...register('message')}
              required
              rows={7}
              placeholder={t('form.messagePlaceholder')}
            />
          )}
        </Field>
        <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
          {/* Before hydration the browser would submit the form natively, and no code would handle it. */}
          <Button type="submit" size="lg" disabled={!isHydrated} isBusy={isSending} className="max-sm:w-full">
            {t(isSending ? 'form.sending' : 'form.submit')}
          </Button>
          <p className="min-w-56 flex-1 text-sm text-muted">
            <Trans
              t={t}
              i18nKey="form.privacy"
              components={{ privacy: <Link to={paths.privacy()} className="link" /> }}
            />
          </p>
        </div>
      </form>
    </Card>
  )
}

/** Stays until the visitor starts the next message; the toast in the corner disappears by itself. */
function SentNotice({ email }: { email: string }) {
  const { t } = useTranslation('contact')
  const notice = useRef<HTMLDivElement>(null)
  useEffect(() => {
    notice.current?.focus()
  }, [])
  return (
    <Notice ref={notice} tone="good" tabIndex={-1} title={t('success.title')}>
      <p className="wrap-anywhere">{t('success.text', { email })}</p>
    </Notice>
  )
}
