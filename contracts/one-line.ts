import * as z from 'zod/mini'

const CONTROL = /[\p{Cc}\p{Zl}\p{Zp}]/u

/** Text without a line break or other invisible characters, as a name or a subject has to be. */
export const oneLine = (least: number, most: number) =>
  z.string().check(
    z.trim(),
    z.minLength(least),
    z.maxLength(most),
    z.refine((text) => !CONTROL.test(text)),
  )
