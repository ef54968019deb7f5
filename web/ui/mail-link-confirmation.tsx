import { Button } from '#web/ui/button.tsx'
import { FormFailure, useFailureText } from '#web/ui/form/form-failure.tsx'

type Props = {
  text: string
  /** Current label of the button. */
  label: string
  isBusy: boolean
  /** Why the last press failed; null before a press and during a call. */
  error: unknown
  onPress: () => void
}

/**
 * Asks for confirmation after a click on a mail's link: programs open links too, but only people
 * press buttons.
 */
export function MailLinkConfirmation({ text, label, isBusy, error, onPress }: Props) {
  const textOf = useFailureText()
  return (
    <div className="grid gap-5">
      <div aria-live="assertive" className="empty:hidden">
        {error !== null && (
          <FormFailure error={error} text={textOf(error, { fallback: 'undoFailed' })} />
        )}
      </div>
      <p>{text}</p>
      <Button size="lg" isBusy={isBusy} onClick={onPress}>
        {label}
      </Button>
    </div>
  )
}
