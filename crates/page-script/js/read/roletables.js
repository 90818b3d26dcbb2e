// Tables of roles: which exist, which take their name from what they contain, which states they have.

/** Roles that an author can give; whatever else stands in `role` is passed over. */
const ARIA_ROLES = wordSet(`alert alertdialog application article banner blockquote button caption cell checkbox code
  columnheader combobox comment complementary contentinfo definition deletion dialog directory document emphasis feed figure
  form generic grid gridcell group heading image img insertion link list listbox listitem log main mark marquee math menu
  menubar menuitem menuitemcheckbox menuitemradio meter navigation none note option paragraph presentation progressbar radio
  radiogroup region row rowgroup rowheader scrollbar search searchbox sectionheader sectionfooter separator slider
  spinbutton status strong subscript suggestion superscript switch tab table tablist tabpanel term textbox time timer
  toolbar tooltip tree treegrid treeitem
  doc-abstract doc-acknowledgments doc-afterword doc-appendix doc-backlink doc-biblioentry doc-bibliography doc-biblioref
  doc-chapter doc-colophon doc-conclusion doc-cover doc-credit doc-credits doc-dedication doc-endnote doc-endnotes
  doc-epigraph doc-epilogue doc-errata doc-example doc-footnote doc-foreword doc-glossary doc-glossref doc-index
  doc-introduction doc-noteref doc-notice doc-pagebreak doc-pagefooter doc-pageheader doc-pagelist doc-part doc-preface
  doc-prologue doc-pullquote doc-qna doc-subtitle doc-tip doc-toc graphics-document graphics-object graphics-symbol`);

/** Roles that need one of these around them, else they mean nothing. @type {Record<string, Set<string>>} */
const REQUIRED_PARENTS = {
  listitem: wordSet("list group"),
  option: wordSet("listbox"),
  treeitem: wordSet("tree treeitem"),
};

/** Roles whose name is what they contain, when nobody gave another. */
const NAMED_BY_CONTENT = wordSet(`button cell checkbox columnheader gridcell heading link math menuitem menuitemcheckbox
  menuitemradio option radio rowheader summary switch tab term tooltip treeitem doc-backlink doc-biblioref doc-glossref
  doc-noteref graphics-object`);

/** Roles that a `title` does not name. */
const NOT_NAMED_BY_TITLE = wordSet(`caption code deletion emphasis insertion mark paragraph strong subscript suggestion
  superscript time`);

const LANDMARKS = wordSet("banner complementary contentinfo form main navigation region search");
const DIALOGS = wordSet("dialog alertdialog");
const TABLES = wordSet("table grid treegrid");
const CELLS = wordSet("cell gridcell columnheader rowheader");

/** What a user operates. */
const CONTROLS = wordSet(`button checkbox combobox link listbox menuitem menuitemcheckbox menuitemradio option radio
  scrollbar searchbox slider spinbutton summary switch tab textbox treeitem clickable`);

/** Controls that are words of their own within a name. */
const FORM_CONTROLS = wordSet(`button checkbox combobox listbox menuitemcheckbox menuitemradio radio scrollbar searchbox slider
  spinbutton switch textbox`);

/** Controls that hold a value of their own when they stand inside a name. */
const TEXT_FIELDS = wordSet("textbox searchbox combobox spinbutton");

/** No controls, and operated all the same where they are listed. */
const GIVEN_REFS = wordSet("separator gridcell");

/** Listed because they give structure, even without a name. */
const CONTAINERS = wordSet(`alert application feed grid group log menu menubar meter progressbar radiogroup status table
  tablist tabpanel timer toolbar tooltip tree treegrid marquee video audio canvas plugin figure article`);

/** Containers that say nothing without a name. */
const ONLY_NAMED = wordSet("group toolbar figure article feed application radiogroup image canvas video audio plugin timer log");

/** Listed only where everything is. */
const DETAILS = wordSet(`blockquote caption cell columnheader comment definition gridcell image list listitem math note row
  rowgroup rowheader separator term document directory label figcaption legend sectionheader sectionfooter descriptionlist`);

const EXPANDABLE = wordSet(`application button checkbox columnheader combobox gridcell link listbox listitem menuitem
  menuitemcheckbox menuitemradio row rowheader summary switch tab treeitem`);
const SELECTABLE = wordSet("columnheader gridcell option row rowheader tab treeitem");
const CHECKABLE = wordSet("checkbox menuitemcheckbox menuitemradio radio switch");
const REQUIRABLE = wordSet(`checkbox combobox gridcell listbox radiogroup searchbox spinbutton textbox tree columnheader
  rowheader`);
const READONLY_ABLE = wordSet("textbox searchbox spinbutton slider grid gridcell treegrid columnheader rowheader");

/** Words of other vocabularies for the outline's roles, as a caller may write them. @type {Record<string, string>} */
const ROLE_ALIASES = {
  img: "image",
  statictext: "text",
  disclosuretriangle: "summary",
  iframe: "frame",
  labeltext: "label",
  colorwell: "textbox",
  date: "textbox",
  datetime: "textbox",
  inputtime: "textbox",
  directory: "list",
  presentation: "none",
};
