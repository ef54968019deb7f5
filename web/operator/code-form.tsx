import { useQueryClient } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { getOperatorSession, openOperatorSession } from '#contracts/operator/session.ts'
import { useCall } from '#web/api/query.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Field, Input } from '#web/ui/form/form-controls.tsx'
import { FormFailure, useFormCall } from '#web/ui/form/form-call.tsx'

const CODE = /^\s*\d{3} ?\d{3}\s*$/

export function CodeForm() {
  const { t } = useTranslation('operator')
  const form = useForm<{ code: string }>({ defaultValues: { code: '' } })
  const client = useQueryClient()
  const open = useCall(openOperatorSession)
  const send = async ({ code }: { code: string }) => {
    await open.mutateAsync({ body: { code: code.trim() } })
    await client.invalidateQueries({ queryKey: [getOperatorSession.name] })
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
