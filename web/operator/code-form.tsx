import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { getOperatorSession, openOperatorSession } from '#contracts/operator/session.ts'
import { isApiError } from '#web/api/api-error.ts'
import { useCall } from '#web/api/use-call.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { Input } from '#web/ui/form/form-controls.tsx'
import { FormFailure, useFailureText } from '#web/ui/form/form-failure.tsx'

const CODE = /^\s*\d{3} ?\d{3}\s*$/

/** Opens the console with a code of the authenticator app. */
export function CodeForm() {
  const { t } = useTranslation('operator')
  const form = useForm<{ code: string }>({ defaultValues: { code: '' } })
  const client = useQueryClient()
  const open = useCall(openOperatorSession)
  const textOf = useFailureText()
  const [failure, setFailure] = useState<unknown>(null)
  const submit = async ({ code }: { code: string }) => {
    setFailure(null)
    try {
      await open.mutateAsync({ body: { code: code.trim() } })
      await client.invalidateQueries({ queryKey: [getOperatorSession.name] })
    } catch (error) {
      form.resetField('code')
      if (isApiError(error, 'wrong_code'))
        form.setError('code', { message: error.message }, { shouldFocus: true })
      else setFailure(error)
    }
  }
  return (
    <div className="page grid min-h-dvh content-start justify-center grid-cols-[minmax(0,26rem)] py-10 sm:py-16">
      <h1 className="text-2xl">{t('code.title')}</h1>
      <p className="mt-1.5 text-muted">{t('code.lead')}</p>
      <Card className="mt-6 p-5 sm:p-7">
        <form noValidate onSubmit={form.handleSubmit(submit)} className="grid gap-5">
          <div aria-live="assertive" className="empty:hidden">
            {failure !== null && (
              <FormFailure error={failure} text={textOf(failure, { fallback: 'internal' })} />
            )}
          </div>
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
          <Button type="submit" size="lg" isBusy={open.isPending}>
            {t('code.submit')}
          </Button>
        </form>
      </Card>
    </div>
  )
}
