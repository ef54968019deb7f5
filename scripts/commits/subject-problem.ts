const MAX_LENGTH = 70

/** `discovery/ct: stop before …`; several areas are separated by commas. */
const FORM = /^[\w./-]+(?:, [\w./-]+)*: (?<verb>\S+) \S/

/**
 * Forms that are no imperative: "fixes", "fixed", "fixing". Verbs that only look like one are
 * listed below.
 */
const OTHER_FORM = /(?:[^s]s|[^e]ed|ing)$/i
const IMPERATIVES = new Set([
  'bias',
  'bring',
  'embed',
  'focus',
  'ping',
  'shed',
  'spring',
  'string',
  'wed',
])

/** What is wrong with a commit's subject; null = it is `area: imperative` and fits in a line. */
export function findSubjectProblem(subject: string): string | null {
  const length = [...subject].length
  if (length > MAX_LENGTH) return `has ${length} characters, at most ${MAX_LENGTH}`
  const verb = FORM.exec(subject)?.groups?.verb
  if (verb === undefined) return 'is not "area: imperative"'
  if (OTHER_FORM.test(verb) && !IMPERATIVES.has(verb.toLowerCase()))
    return `begins with "${verb}", not with an imperative`
  return null
}
