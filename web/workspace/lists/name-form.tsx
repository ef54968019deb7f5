import { type FormEvent, useId, useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { Input } from '#web/ui/form/form-controls.tsx'

type NameFormProps = {
  label: string
  initial?: string
  submit: string
  hint?: string | undefined
  list?: string
  maxLength?: number
  /** Takes the focus when the panel around it opens. */
  isFirst?: boolean
  /** Resolves to what is wrong, or null. */
  onSubmit: (text: string) => Promise<string | null> | string | null
}

/** One field and its button; done, it closes the panel around it. */
export function NameForm(props: NameFormProps) {
  const { label, initial = '', submit, hint, isFirst = false, onSubmit, ...field } = props
  const id = useId()
  const [text, setText] = useState(initial)
  const [problem, setProblem] = useState<string | null>(null)
  const send = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    const wrong = await onSubmit(text)
    setProblem(wrong)
    if (wrong !== null || !text.trim()) return
    setText(initial && text)
    closeAround(form)
  }
  return (
    <form onSubmit={(event) => void send(event)} className="grid gap-1.5">
      <label htmlFor={id} className="text-xs font-semibold">
        {label}
      </label>
      <div className="flex gap-2">
        <Input
          {...field}
          id={id}
          data-first={isFirst || undefined}
          autoComplete="off"
          value={text}
          aria-describedby={`${id}-note`}
          aria-invalid={problem !== null || undefined}
          onChange={(event) => {
            setProblem(null)
            setText(event.target.value)
          }}
          className="min-h-9! min-w-0 text-sm!"
        />
        <Button type="submit" size="sm">
          {submit}
        </Button>
      </div>
      <p
        id={`${id}-note`}
        role={problem === null ? undefined : 'alert'}
        className="text-xs text-muted empty:hidden"
      >
        {problem ?? hint}
      </p>
    </form>
  )
}

export function closeAround(element: Element): void {
  const panel = element.closest<HTMLElement>('[popover]')
  if (panel?.matches(':popover-open')) panel.hidePopover()
}
