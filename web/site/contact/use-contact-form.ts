import { useEffect, useState } from 'react'
import { useForm, type UseFormReturn } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import * as z from 'zod/mini'
import { isEmail } from '#contracts/accounts/credentials.ts'
import { contactLimits, sendContactMessage } from '#contracts/site/contact.ts'
import { isApiError } from '#web/api/api-error.ts'
import { useCall } from '#web/api/use-call.ts'
import { type ItemStorage, readStored, store } from '#web/lib/browser/browser-storage.ts'
import { useEarlyInput } from '#web/lib/browser/early-input.ts'
import { useSession } from '#web/lib/session/session.tsx'
import { notify, withdrawToasts } from '#web/lib/toast.ts'

/** Shared subject of the toasts: each one replaces the previous one. */
const TOAST = 'contact'

const empty: ContactFields = { fullName: '', email: '', subject: '', message: '' }

/**
 * State of the message from the first keystroke until it is sent. `sentTo`: the address for our
 * reply, once the message is sent.
 */
export function useContactForm() {
  const { t } = useTranslation('contact')
  const toasts = useContactToasts()
  const linkSubject = useLinkSubject()
  const [sentTo, setSentTo] = useState<string | null>(null)
  const send = useCall(sendContactMessage)
  const form = useForm<ContactFields>({
    defaultValues: { ...empty, subject: linkSubject },
    reValidateMode: 'onSubmit',
  })
  const formId = useEarlyInput(form, contactFields)
  useDraft(form, linkSubject)
  useOwnAddress(form, sentTo)

  const onFailed = (error: unknown) => {
    const field = contactFields.find((name) => isApiError(error) && error.field === name)
    if (field)
      form.setError(
        field,
        { message: field === 'email' ? t('errors.email') : (error as Error).message },
        { shouldFocus: true },
      )
    toasts.notifyFailed(error)
  }

  const onValid = async (fields: ContactFields) => {
    withdrawToasts(TOAST)
    const body = trimmed(fields)
    try {
      await send.mutateAsync({ body })
    } catch (error) {
      return onFailed(error)
    }
    form.reset(empty)
    setSentTo(body.email)
    toasts.notifySent(body.email)
  }

  const register = (name: ContactField) =>
    form.register(name, {
      validate: (value) => {
        const fault = checkContact(name, value)
        return (
          fault === null ||
          t(`errors.${fault.key}`, { min: contactLimits.minMessage, max: fault.max ?? 0 })
        )
      },
      onChange: () => {
        form.clearErrors(name)
        setSentTo(null)
      },
    })
  return {
    formId,
    register,
    errors: form.formState.errors,
    submit: form.handleSubmit(onValid, toasts.notifyInvalid),
    isSending: send.isPending,
    sentTo,
  }
}

function useContactToasts() {
  const { t } = useTranslation(['contact', 'errors'])
  const say = (what: 'invalid' | 'failed' | 'success', description: string) =>
    notify({
      kind: what === 'success' ? 'success' : 'error',
      subject: TOAST,
      title: t(`contact:${what}.title`),
      description,
    })
  return {
    notifyInvalid: () => say('invalid', t('contact:invalid.text')),
    notifyFailed: (error: unknown) =>
      say(
        'failed',
        isApiError(error, 'network')
          ? `${t('errors:network')} ${t('contact:failed.text')}`
          : (isApiError(error) && error.message) || t('contact:failed.text'),
      ),
    notifySent: (email: string) => say('success', t('contact:success.text', { email })),
  }
}

/**
 * `?subject=`: the subject requested by the link. One line, cut to the maximum length of a subject.
 */
function useLinkSubject(): string {
  const [params] = useSearchParams()
  return (params.get('subject') ?? '')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .slice(0, contactLimits.subject)
}

/**
 * Restores the draft after a reload or a failed attempt. Runs after `useEarlyInput`, whose values
 * are newer.
 */
function useDraft(
  { getValues, setValue, subscribe }: UseFormReturn<ContactFields>,
  linkSubject: string,
): void {
  useEffect(() => {
    const draft = readDraft(linkSubject)
    const now = getValues()
    if (linkSubject && now.subject !== linkSubject) setValue('subject', linkSubject)
    for (const name of contactFields)
      if (
        draft?.[name] &&
        (now[name] === '' || (name === 'subject' && now.subject === linkSubject))
      )
        setValue(name, draft[name])
    return subscribe({
      formState: { values: true },
      callback: ({ values }) => saveDraft(values, linkSubject),
    })
  }, [linkSubject, getValues, setValue, subscribe])
}

/**
 * Fills in name and address for signed-in visitors, without overwriting typed text. Runs again
 * after the form has been reset.
 */
function useOwnAddress(
  { getValues, setValue }: UseFormReturn<ContactFields>,
  sentTo: string | null,
): void {
  const session = useSession()
  const user = session.status === 'signed-in' ? session.user : null
  const { name = '', email = '' } = user ?? {}
  useEffect(() => {
    if (getValues('fullName') === '') setValue('fullName', name)
    if (getValues('email') === '') setValue('email', email)
  }, [name, email, sentTo, getValues, setValue])
}

const trimmed = ({ fullName, email, subject, message }: ContactFields): ContactFields => ({
  fullName: fullName.trim(),
  email: email.trim(),
  subject: subject.trim(),
  message: message.trim(),
})

export const contactFields = ['fullName', 'email', 'subject', 'message'] as const
export type ContactField = (typeof contactFields)[number]
export type ContactFields = Record<ContactField, string>

/** The text key of the error; `max` is a parameter of the text. */
export type ContactFault = {
  key: 'required' | 'email' | 'message_too_short' | 'too_long'
  max?: number
}

const maxLengths: Record<ContactField, number> = {
  fullName: contactLimits.name,
  email: contactLimits.email,
  subject: contactLimits.subject,
  message: contactLimits.message,
}

/** Null = valid. Ignores surrounding white space, as the server does. */
export function checkContact(field: ContactField, value: string): ContactFault | null {
  const text = value.trim()
  if (text === '') return { key: 'required' }
  if (field === 'email' && !isEmail(text)) return { key: 'email' }
  if (field === 'message' && text.length < contactLimits.minMessage)
    return { key: 'message_too_short' }
  const max = maxLengths[field]
  return text.length > max ? { key: 'too_long', max } : null
}

const KEY = 'contactDraft'

const Draft = z.object({
  fullName: z.string(),
  email: z.string(),
  subject: z.string(),
  message: z.string(),
  /** The subject that the address requested when the draft was written. */
  asked: z.string(),
})

/**
 * Keeps the unsent message for this tab. If the storage is unavailable, only the draft feature is
 * lost: the form itself still holds the text.
 */
export const saveDraft = (
  fields: ContactFields,
  linkSubject: string,
  storage: ItemStorage = sessionStorage,
): void =>
  store(KEY, isEmpty(fields, linkSubject) ? null : { ...fields, asked: linkSubject }, storage)

/**
 * A visitor who follows another link to this page gets the subject of that link and keeps the rest
 * of the draft.
 */
export function readDraft(
  linkSubject: string,
  storage: ItemStorage = sessionStorage,
): ContactFields | null {
  const draft = Draft.safeParse(readStored(KEY, storage))
  if (!draft.success) return null
  const { asked: before, ...fields } = draft.data
  return linkSubject === before || linkSubject === '' ? fields : { ...fields, subject: linkSubject }
}

/** A name and an address alone need no draft, because the form fills them in again. */
const isEmpty = ({ subject, message }: ContactFields, linkSubject: string): boolean =>
  message.trim() === '' && (subject.trim() === '' || subject === linkSubject)
