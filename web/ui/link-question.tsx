import { useFailureText } from '#web/lib/failure-text.ts'
import { Button } from '#web/ui/button.tsx'
import { FormFailure } from '#web/ui/form-failure.tsx'

type Props = {
  text: string
  /** Of the button, as it is now. */
  label: string
  isBusy: boolean
  /** Why the last press came to nothing; null before and while one is under way. */
  error: unknown
  onPress: () => void
}

/** What the link of a mail asks first: programs open links too, only people press. */
export function LinkQuestion({ text, label, isBusy, error, onPress }: Props) {
  const textOf = useFailureText()
  return (
    <div className="grid gap-5">
      <div aria-live="assertive" className="empty:hidden">
        {error !== null && <FormFailure error={error} text={textOf(error, { fallback: 'undoFailed' })} />}
      </div>
      <p>{text}</p>
      <Button size="lg" isBusy={isBusy} onClick={onPress}>
        {label}
      </Button>
    </div>
  )
}
