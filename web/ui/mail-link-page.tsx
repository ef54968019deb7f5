import type { ReactNode } from 'react'
import type errors from '#i18n/locales/en/errors.json'
import { PageMeta, type PageName } from '#web/lib/app/page.tsx'
import { useHydrated } from '#web/lib/browser/browser-storage.ts'
import { linkEndOf, useLinkToken } from '#web/lib/navigation/link-token.ts'
import { AccountFrame, SupportLine } from './account-frame.tsx'
import { Button, type ButtonVariant } from './button.tsx'
import { FormFailure } from '#web/ui/form/form-call.tsx'

/** The link is truncated or was never ours (`invalid`), or it came too late (`expired`). */
type LinkStep = 'asking' | 'done' | 'expired' | 'invalid'

type Props = {
  page: PageName
  call: {
    isPending: boolean
    isSuccess: boolean
    error: unknown
    mutate: (input: { body: { token: string } }) => void
  }
  title: (step: LinkStep) => string
  question: string
  label: string
  /** What the page says after the link has been used, or cannot be. */
  children: (step: Exclude<LinkStep, 'asking'>) => ReactNode
}

/** After a press: scanners open links too, and only people press buttons. */
export function MailLinkPage({ page, call, title, question, label, children }: Props) {
  const token = useLinkToken()
  const isHydrated = useHydrated()
  // Before hydration, it is unknown whether this history entry still holds its token.
  const step =
    isHydrated && token === null
      ? 'invalid'
      : call.isSuccess
        ? 'done'
        : (linkEndOf(call.error) ?? 'asking')
  return (
    <>
      <PageMeta page={page} noindex />
      <AccountFrame
        title={title(step)}
        step={title(step)}
        sun={step === 'done' ? 'up' : 'low'}
        after={<SupportLine />}
      >
        {step === 'asking' ? (
          <LinkPress
            text={question}
            label={label}
            call={call}
            onPress={() => token !== null && call.mutate({ body: { token } })}
          />
        ) : (
          children(step)
        )}
      </AccountFrame>
    </>
  )
}

type PressProps = {
  text: string
  label: string
  call: { isPending: boolean; error: unknown }
  /** Why the last press failed, if the server did not say. */
  fallback?: keyof typeof errors
  /** The same, whatever the server said. */
  failure?: string | undefined
  variant?: ButtonVariant
  onPress: () => void
}

export function LinkPress({
  text,
  label,
  call,
  fallback = 'undoFailed',
  failure,
  variant = 'primary',
  onPress,
}: PressProps) {
  return (
    <div className="grid gap-5">
      <FormFailure error={call.error} fallback={fallback} text={failure} />
      <p>{text}</p>
      <Button size="lg" variant={variant} isBusy={call.isPending} onClick={onPress}>
        {label}
      </Button>
    </div>
  )
}
