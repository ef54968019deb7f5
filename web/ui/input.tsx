import type { ComponentProps } from 'react'
import { cn } from '#web/lib/cn.ts'

export const inputClass =
  'w-full min-h-11 rounded-md border border-control bg-surface px-3 text-base text-ink placeholder:text-faint transition-colors duration-150 hover:border-ink aria-invalid:border-bad disabled:bg-sunken disabled:text-faint'

export function Input({ className, ...rest }: ComponentProps<'input'>) {
  return <input {...rest} className={cn(inputClass, className)} />
}
