// The design's side of "pops-tb cosim" (docs/cosim.md).
package pops_cosim;
  // Generated from the table; do not edit by hand.
  localparam int VERSION = 1;
  localparam int HEAR_CLOSED = 0;
  localparam int HEAR_UNKNOWN = 1;
  localparam int HEAR_HELLO = 2;
  localparam int HEAR_SET = 3;
  localparam int HEAR_BEGIN = 4;
  localparam int HEAR_STEP = 5;
  localparam int HEAR_END = 6;
  localparam int HEAR_GRANT = 7;
  localparam int HEAR_FORMED = 8;
  localparam int HEAR_COVERS = 9;
  localparam int HEAR_COMPLETED = 10;
  localparam int HEAR_EXIT = 11;
  localparam int HEAR_PACKED = 12;
  localparam int HEAR_WINDOW = 13;
  localparam int HEAR_LAUNCHED = 14;
  localparam int SAY_WELCOME = 1;
  localparam int SAY_READY = 2;
  localparam int SAY_DONE = 3;
  localparam int SAY_CREDIT = 4;
  localparam int SAY_MEETS = 5;
  localparam int SAY_DESCRIBED = 6;
  localparam int SAY_EXITED = 7;
  localparam int SAY_VISIBLE = 8;
  localparam int SAY_NUMBERED = 9;
  localparam int SAY_OFFERED = 10;
  localparam int SET_UNIT = 1;
  localparam int SET_GENERATION = 2;
  localparam int SET_EXITS_BY_EXPORT = 3;
  localparam int SET_PACKERS = 4;
  localparam int SET_ID_START = 5;
  localparam int SET_ID_WRAP = 6;
  localparam int SET_ID_WINDOW = 7;
  localparam int SET_VISIBLE_LEAST = 8;
  localparam int SET_VISIBLE_MOST = 9;
  localparam int SET_NEWEST_ONE_TOO_FEW = 10;
  localparam int SET_OVERLAP_ENTRIES = 11;
  localparam int SET_SEED = 12;
  localparam int SET_MARK_CYCLE = 13;
  // End of generated code.
endpackage
