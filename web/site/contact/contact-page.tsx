import { ChevronDown } from 'lucide-react'
import { useId, useState, useEffect, useRef } from 'react'
import { useTranslation, Trans } from 'react-i18next'
import { Link } from 'react-router'
import { pageLoader, PageMeta } from '#web/lib/app/page.tsx'
import { useHydrated } from '#web/lib/browser/browser-storage.ts'
import { cn } from '#web/lib/cn.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { Field, Textarea, TextField } from '#web/ui/form/form-controls.tsx'
import { ContactInfo } from './contact-info.tsx'
import { useContactForm } from './use-contact-form.ts'

export function ContactPage() {
  return (
    <>
      <PageMeta page="contact" />
      <ContactHero />
      <div className="page grid grid-cols-[minmax(0,1fr)] gap-x-14 gap-y-12 py-10 sm:py-14 lg:grid-cols-[minmax(0,1fr)_20rem] xl:gap-x-20">
        <ContactForm />
        <ContactInfo />
      </div>
    </>
  )
}

export { ContactPage as Component }

export const loader = pageLoader(['contact'])

/** The head of the page. Visitors who came to write can collapse it. */
function ContactHero() {
  const { t } = useTranslation(['contact', 'navigation'])
  const [isOpen, setOpen] = useState(true)
  const partId = useId()
  return (
    <section className="border-b border-line bg-surface">
      <div className="page py-8 sm:py-12">
        <p className="eyebrow text-sun-ink">{t('navigation:contact')}</p>
        <div className="mt-1 flex flex-wrap items-center justify-between gap-x-8 gap-y-3">
          <h1 className="text-2xl">{t('hero.title')}</h1>
          <button
            type="button"
            aria-expanded={isOpen}
            aria-controls={partId}
            onClick={() => setOpen(!isOpen)}
            className="-mx-2 inline-flex min-h-9 items-center gap-1.5 rounded-md px-2 text-sm font-semibold text-muted hover:bg-sunken hover:text-ink pointer-coarse:min-h-11"
          >
            {t(isOpen ? 'hero.hide' : 'hero.show')}
            <ChevronDown
              className={cn(
                'size-4 shrink-0 transition-transform duration-200',
                isOpen && 'rotate-180',
              )}
              aria-hidden
            />
          </button>
        </div>
        <div
          id={partId}
          inert={!isOpen}
          className={cn(
            'grid transition-[grid-template-rows,visibility] duration-200 ease-out',
            isOpen ? 'visible grid-rows-[1fr]' : 'invisible grid-rows-[0fr]',
          )}
        >
          {/* Room for the focus ring, which the edge would cut off. */}
          <div className="-mx-1 min-h-0 overflow-hidden px-1">
            <p className="mt-3 max-w-prose text-lg text-muted">{t('hero.text')}</p>
            <Shortcuts />
          </div>
        </div>
      </div>
    </section>
  )
}

function Shortcuts() {
  const { t } = useTranslation('contact')
  const shortcuts = [
    ['optOut', paths.optOut()],
    ['custom', paths.contact({ subject: t('hero.shortcuts.custom.subject') })],
    ['freshness', paths.freshness()],
  ] as const
  return (
    <>
      <h2 className="eyebrow mt-8 mb-2">{t('hero.faster')}</h2>
      <ul className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,13rem),1fr))] gap-x-10 pb-1">
        {shortcuts.map(([name, to]) => (
          <li key={name} className="border-t border-rule py-3">
            <Link to={to} className="link font-semibold">
              {t(`hero.shortcuts.${name}.title`)}
            </Link>
            <p className="mt-0.5 text-sm text-muted">{t(`hero.shortcuts.${name}.text`)}</p>
          </li>
        ))}
      </ul>
    </>
  )
}

function ContactForm() {
  const { t } = useTranslation('contact')
  const isHydrated = useHydrated()
  const { formId, register, errors, submit, isSending, sentTo } = useContactForm()
  return (
    <Card className="p-5 sm:p-7">
      <h2 className="text-xl">{t('form.title')}</h2>
      <form id={formId} noValidate onSubmit={submit} className="mt-5 grid grid-cols-1 gap-5">
        {sentTo !== null && <SentNotice email={sentTo} />}
        <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,14rem),1fr))] gap-5">
          <TextField
            label={t('form.name')}
            error={errors.fullName?.message}
            {...register('fullName')}
            required
            autoComplete="name"
            placeholder={t('form.namePlaceholder')}
          />
          <TextField
            label={t('form.email')}
            error={errors.email?.message}
            {...register('email')}
            required
            type="email"
            autoComplete="email"
            inputMode="email"
            placeholder={t('form.emailPlaceholder')}
          />
        </div>
        <TextField
          label={t('form.subject')}
          error={errors.subject?.message}
          {...register('subject')}
          required
          placeholder={t('form.subjectPlaceholder')}
        />
        <Field
          label={t('form.message')}
          hint={t('form.messageHint')}
          error={errors.message?.message}
        >
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
          <Button
            type="submit"
            size="lg"
            disabled={!isHydrated}
            isBusy={isSending}
            className="max-sm:w-full"
          >
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

/**
 * Stays until the visitor starts the next message; the toast in the corner disappears by itself.
 */
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
