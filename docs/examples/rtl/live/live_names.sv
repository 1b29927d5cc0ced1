// Bugs of the live design: the last five need back-pressure or events of one cycle.
package live_names;
  typedef enum logic [3:0] {
    NO_BUG,
    BUG_OUT_OF_ORDER,
    BUG_ONE_AHEAD,
    BUG_NO_WRAP,
    BUG_EXIT_LOST,
    BUG_SLOW,
    BUG_FIRST_PACKER,
    BUG_IN_ORDER_ALWAYS,
    BUG_CREDIT_EARLY,
    BUG_HELD_EXIT_REPLACED,
    BUG_HELD_ID_DROPPED,
    BUG_FORMED_WHILE_COUNTED,
    BUG_TWO_IN_ONE_CYCLE
  } bug_t;
endpackage
