import type { CurrentUser } from '#contracts/accounts/auth.ts'
import { type Language, languageInfo } from '#i18n/languages.ts'
import { cn } from '#web/lib/cn.ts'
import { useLanguage } from '#web/lib/i18n/language.ts'
import { OutsidePicture } from './store/picture.tsx'

type Person = Pick<CurrentUser, 'firstName' | 'lastName' | 'name' | 'email' | 'pictureUrl'>

/** Decorative: the name is beside it. */
export function Avatar({ person, className }: { person: Person; className?: string }) {
  const language = useLanguage()
  return (
    <span
      aria-hidden
      className={cn(
        'grid shrink-0 place-items-center overflow-hidden rounded-full bg-action font-bold text-on-action select-none',
        className,
      )}
    >
      <OutsidePicture
        src={person.pictureUrl}
        className="size-full object-cover"
        fallback={initialsOf(person, language)}
      />
    </span>
  )
}

/** In the page's language, so that server and browser agree. */
const first = (text: string, language: Language) =>
  [...text.trim()][0]?.toLocaleUpperCase(languageInfo[language].locale) ?? ''

/** Of first and last name, otherwise of the name, of the address, otherwise U. */
export function initialsOf(
  { firstName, lastName, name, email }: Omit<Person, 'pictureUrl'>,
  language: Language,
): string {
  if (firstName.trim() && lastName.trim())
    return first(firstName, language) + first(lastName, language)
  const words = name.trim().split(/\s+/).filter(Boolean)
  const ends = words.length > 1 ? [words[0], words.at(-1)] : words
  return ends.map((word) => first(word ?? '', language)).join('') || first(email, language) || 'U'
}

export const fullNameOf = ({ firstName, lastName, name }: Omit<Person, 'pictureUrl' | 'email'>) =>
  `${firstName} ${lastName}`.trim() || name
