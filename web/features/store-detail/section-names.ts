/** The parts of the details in the order of the page; each is the id of its heading and the key of its title. */
export const sectionNames = [
  'contact',
  'story',
  'launch',
  'information',
  'settings',
  'policies',
  'company',
  'technology',
] as const

export type SectionName = (typeof sectionNames)[number]
