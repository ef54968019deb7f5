/** What the platform puts before the name of a copy, in the languages of its admin. */
const COPY_OF =
  /^(?:updated )?(?:copy(?: \d+)? of|kopie von|copie de|copia di|copia de|cópia de|kopie van) /i
/** Where merchants begin to write their own: dates, campaigns, agencies. */
const ADDED = /\s+[-–—|/:•]+\s.*$|\s*[([{|].*$/su
/** A theme under version control bears the name of its branch. */
const BRANCH = /\/(?:main|master|live|prod(?:uction)?|staging|dev(?:elop(?:ment)?)?)$/i
const VERSION = /[\s_-]+(?:v(?:ersion)?[\s.]*)?\d+(?:\.\d+)*$|[\s_-]+theme$/iu

/** "Updated copy of Dawn 15.0 - Black Friday" → "Dawn"; a name that consists of such parts stays. */
export function themeFamilyOf(name: string): string {
  let family = name.trim()
  for (const part of [COPY_OF, COPY_OF, ADDED, BRANCH, VERSION, VERSION])
    family = family.replace(part, '').trim() || family
  return family
}
