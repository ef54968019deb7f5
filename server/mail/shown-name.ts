/** Longer ones are sentences. */
const MOST_CHARACTERS = 40
const MOST_WORDS = 4

/** Mail programs make links of such texts by themselves, markup or not. The dots are those that address bars take for one. */
const LOOKS_LIKE_AN_ADDRESS = /[@/\\]|:\S|www|[\p{L}\p{N}][.。．｡․][\p{L}\p{N}]/iu
/** And of these a telephone call. */
const LOOKS_LIKE_A_NUMBER = /\p{N}.*\p{N}.*\p{N}.*\p{N}.*\p{N}/u
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Zl}\p{Zp}]/u

/**
 * A name as it may stand in our mail: names are typed by people, who may have somebody else's mailbox in mind. Empty where it could be
 * taken for an address, a number or a message; the mail then greets nobody by name.
 */
export function shownName(name: string): string {
  const shown = name.normalize('NFKC').trim().replaceAll(/ +/g, ' ')
  if ([...shown].length > MOST_CHARACTERS || shown.split(' ').length > MOST_WORDS) return ''
  if (INVISIBLE.test(shown) || LOOKS_LIKE_AN_ADDRESS.test(shown) || LOOKS_LIKE_A_NUMBER.test(shown)) return ''
  return shown
}
