import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useHydrated } from '#web/lib/browser/browser-storage.ts'
import { notify } from '#web/lib/toast.ts'
import { Button } from '#web/ui/button.tsx'
import { Input } from '#web/ui/form/form-controls.tsx'

/** On the first submit, because most visits never need them. */
const load = () => import('./subscribe-newsletter.ts')

export function NewsletterBox() {
  const { t, i18n } = useTranslation('footer')
  const client = useQueryClient()
  const isHydrated = useHydrated()
  const [isBusy, setBusy] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const id = useId()

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const input = field.current
    if (!input || isBusy) return
    setBusy(true)
    const isTaken = await load().then(
      ({ subscribeNewsletter }) => subscribeNewsletter(client, i18n, input.value),
      // Without a connection the rest of the box cannot load either.
      () =>
        notify({
          kind: 'error',
          title: t('newsletter.failed.title'),
          description: t('newsletter.failed.text'),
        }),
    )
    setBusy(false)
    if (isTaken) input.value = ''
    else input.focus()
  }

  return (
    <form noValidate onSubmit={(event) => void submit(event)} aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`} className="font-semibold">
        {t('newsletter.title')}
      </h2>
      <p id={`${id}-text`} className="mt-1 max-w-sm text-sm text-muted">
        {t('newsletter.text')}
      </p>
      <label htmlFor={id} className="sr-only">
        {t('newsletter.label')}
      </label>
      <div className="mt-3 flex max-w-md flex-wrap gap-2">
        <Input
          ref={field}
          id={id}
          type="email"
          name="email"
          required
          autoComplete="email"
          placeholder={t('newsletter.placeholder')}
          aria-describedby={`${id}-text`}
          onFocus={() => void load().catch(() => undefined)}
          className="min-w-0 flex-[1_1_11rem]"
        />
        <Button
          type="submit"
          variant="secondary"
          disabled={!isHydrated}
          isBusy={isBusy}
          className="max-xs:w-full"
        >
          {t(isBusy ? 'newsletter.sending' : 'newsletter.submit')}
        </Button>
      </div>
    </form>
  )
}
