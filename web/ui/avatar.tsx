import { useState } from 'react'
import type { CurrentUser } from '#contracts/auth.ts'
import { cn } from '#web/lib/cn.ts'
import { initialsOf } from '#web/lib/initials.ts'
import { useLanguage } from '#web/lib/use-language.ts'

type Person = Pick<CurrentUser, 'firstName' | 'lastName' | 'name' | 'email' | 'pictureUrl'>

/** A person's photo. Shows initials when there is no photo or it does not load. Decorative: the name is beside it. */
export function Avatar({ person, className }: { person: Person; className?: string }) {
  const [brokenUrl, setBrokenUrl] = useState<string | null>(null)
  const language = useLanguage()
  const { pictureUrl } = person
  return (
    <span
      aria-hidden
      className={cn(
        'grid shrink-0 place-items-center overflow-hidden rounded-full bg-action font-bold text-on-action select-none',
        className,
      )}
    >
      {pictureUrl && pictureUrl !== brokenUrl ? (
        <img
          src={pictureUrl}
          alt=""
          referrerPolicy="no-referrer"
          onError={() => setBrokenUrl(pictureUrl)}
          className="size-full object-cover"
        />
      ) : (
        initialsOf(person, language)
      )}
    </span>
  )
}
