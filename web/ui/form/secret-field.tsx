import { type ReactNode, useEffect, useRef } from 'react'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { Field } from './field.tsx'
import { Input } from './form-controls.tsx'

type Props = { label: string; hint: ReactNode; value: string }

/**
 * A secret that is shown once, with a button to copy it. It takes the focus, because the button
 * that made it is gone or behind a question.
 */
export function SecretField({ label, hint, value }: Props) {
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => input.current?.focus(), [value])
  return (
    <Field label={label} hint={hint}>
      {(control) => (
        <div className="flex items-center gap-1">
          <Input
            {...control}
            ref={input}
            readOnly
            value={value}
            onFocus={(event) => event.target.select()}
            className="min-w-0 font-mono text-sm"
          />
          <CopyButton value={value} label={label} isSecret />
        </div>
      )}
    </Field>
  )
}
