import type { ComponentProps } from 'react'
import { cn } from '#web/lib/cn.ts'
import { inputClass } from './form-controls.tsx'

/** Grows with its content where the browser supports it; users can resize it everywhere. */
export function Textarea({ className, ...rest }: ComponentProps<'textarea'>) {
  return (
    <textarea
      {...rest}
      className={cn(inputClass, 'field-sizing-content max-h-[60vh] min-h-36 resize-y py-2.5', className)}
    />
  )
}
